import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { ShallowRedisSaver } from "@langchain/langgraph-checkpoint-redis/shallow";
import type { Summarizer } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import { type ContextEvent, createMemorySummaryStore, isContextEvent } from "@plimsoll/langgraph";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { redisStandIn } from "../../../test/savers/redis-stand-in.ts";
import { contextBudgetMiddleware } from "./context-budget-middleware.ts";
import type { ContextBudgetOptions } from "./options.ts";

const base: ContextBudgetOptions = {
  contextWindow: 3_000,
  tokenCounter: wordCounter,
  safetyMargin: 0,
  keepLastTurns: 1,
};
const goal = { messages: [new HumanMessage("goal")] };
const config = { configurable: { thread_id: "one" }, recursionLimit: 100 };

const read = tool(({ size }: { size: number }) => words(size), {
  name: "read",
  description: "Reads that many words.",
  schema: z.object({ size: z.number() }),
});

/** Says something else each time it is asked, as models do. */
let said = 0;
function forgetful(): Summarizer & { asked: number } {
  return {
    asked: 0,
    id: "forgetful",
    version: "1",
    configDigest: "none",
    defaultStrategy: "recursive",
    async summarize() {
      this.asked++;
      return { text: `summary number ${said++}` };
    },
  };
}

/** An agent as another process would make it: everything anew but the saver. */
function agentOn(saver: MemorySaver, summarizer: Summarizer, reads = 9) {
  const model = fakeModel();
  for (let index = 0; index < reads; index++)
    model.respond(
      new AIMessage({ content: "", tool_calls: [{ name: "read", args: { size: 200 }, id: `call_${index}` }] }),
    );
  model.respond(new AIMessage("done"));
  return {
    model,
    agent: createAgent({
      model,
      tools: [read],
      checkpointer: saver,
      middleware: [contextBudgetMiddleware({ ...base, summarizer })],
    }),
  };
}

const texts = (messages: readonly BaseMessage[] | undefined) => (messages ?? []).map(({ text }) => text);

describe("summaries beside a checkpointer", () => {
  it("are reused byte for byte by a fork from before them, in a process that never saw them", async () => {
    const saver = new MemorySaver();
    const first = agentOn(saver, forgetful());
    await first.agent.invoke(goal, config);
    const history = [];
    for await (const state of first.agent.graph.getStateHistory(config)) history.push(state);
    const early = history.findLast(
      ({ values, next }) => values.messages?.length === 5 && next.includes("model_request"),
    );
    const again = forgetful();
    const forked = agentOn(saver, again, 9);
    // The scripted model starts where the fork does.
    for (let index = 0; index < 2; index++) await forked.model.invoke([new HumanMessage("skipped")]);
    const events: ContextEvent[] = [];
    const stream = await forked.agent.stream(null, { ...config, ...early?.config, streamMode: "custom" });
    for await (const chunk of stream) if (isContextEvent(chunk)) events.push(chunk);
    expect(again.asked).toBe(0);
    expect(texts(forked.model.calls.at(-1)?.messages)).toEqual(texts(first.model.calls.at(-1)?.messages));
    expect(events.filter(({ type }) => type === "context.summarized").length).toBeGreaterThan(0);
    expect(events.some(({ type }) => type === "context.summarizing.started")).toBe(false);
  });

  it("stand in the next run of another process, and nobody is asked again for them", async () => {
    const saver = new MemorySaver();
    const first = agentOn(saver, forgetful());
    await first.agent.invoke(goal, config);
    const standing = texts(first.model.calls.at(-1)?.messages).find((text) => text.startsWith("<earlier"));
    const summarizer = forgetful();
    const second = agentOn(saver, summarizer, 0);
    await second.agent.invoke({ messages: [new HumanMessage("and now?")] }, config);
    expect(summarizer.asked).toBe(0);
    expect(texts(second.model.calls[0]?.messages)).toContain(standing);
  });

  it("go with their thread, and are not part of its history", async () => {
    const saver = new MemorySaver();
    const { agent } = agentOn(saver, forgetful());
    await agent.invoke(goal, config);
    for await (const { values } of agent.graph.getStateHistory(config))
      expect(JSON.stringify(values)).not.toContain("summary number");
    expect(JSON.stringify(saver.storage)).toContain("__ctxpin__");
    await saver.deleteThread("one");
    expect(JSON.stringify(saver.storage)).not.toContain("__ctxpin__");
  });
});

describe("a conversation whose summaries are in memory only", () => {
  const told = async (options: ContextBudgetOptions, checkpointer?: BaseCheckpointSaver) => {
    const { model } = agentOn(new MemorySaver(), forgetful(), 16);
    const middleware = [contextBudgetMiddleware({ ...base, summarizer: forgetful(), ...options })];
    const agent = createAgent({
      model,
      tools: [read],
      middleware,
      ...(checkpointer === undefined ? {} : { checkpointer }),
    });
    const events: ContextEvent[] = [];
    for await (const chunk of await agent.stream(goal, { ...config, streamMode: "custom" }))
      if (isContextEvent(chunk)) events.push(chunk);
    expect(events.filter(({ type }) => type === "context.summarizing.completed").length).toBeGreaterThan(1);
    return events.flatMap((event) => (event.type === "context.summaries_unpinned" ? [event.reason] : []));
  };

  it("says so, once", async () => {
    expect(await told({})).toEqual(["no-checkpointer"]);
  });

  it("says so where the checkpointer overwrites what it is given", async () => {
    const saver = new ShallowRedisSaver(redisStandIn());
    expect(await told({}, saver)).toEqual(["checkpointer-overwrites"]);
  });

  it("is none where there is a checkpointer, or a store of the user's choice", async () => {
    expect(await told({}, new MemorySaver())).toEqual([]);
    expect(await told({ store: createMemorySummaryStore() })).toEqual([]);
  });
});
