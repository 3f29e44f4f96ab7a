import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import type { Summarizer } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import {
  type BudgetReport,
  chatModelSummarizer,
  contextBudgetMiddleware,
  createMemorySummaryStore,
} from "@plimsoll/langchain";
import { type ContextEvent, isContextEvent } from "@plimsoll/langgraph";
import {
  type AgentMiddleware,
  createAgent,
  createMiddleware,
  fakeModel,
  summarizationMiddleware,
  tool,
} from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";

// What other projects' users reported about state, streams, replay and cost (docs/reports.md, A38 to A48), on real agents.

const read = tool(({ size }: { size: number }) => words(size), {
  name: "read",
  description: "Reads that many words.",
  schema: z.object({ size: z.number() }),
});

const asks = (size: number, index: number) =>
  new AIMessage({ content: "", tool_calls: [{ name: "read", args: { size }, id: `call_${index}` }] });

/** A model that reads the given sizes one after the other, then says it is done. */
function reader(sizes: readonly number[]) {
  const model = fakeModel();
  for (const [index, size] of sizes.entries()) model.respond(asks(size, index));
  return model.respond(new AIMessage("done"));
}

function scripted(): Summarizer & { asked: number } {
  return {
    asked: 0,
    id: "scripted",
    version: "1",
    configDigest: "none",
    defaultStrategy: "sliding-window",
    async summarize() {
      this.asked++;
      return { text: "the-summary-says read" };
    },
  };
}

const goal = { messages: [new HumanMessage({ id: "goal", content: "goal" })] };
const config = { configurable: { thread_id: "thread" }, recursionLimit: 1_000 };
const many = (count: number, size: number) => Array.from({ length: count }, () => size);
const textsOf = (messages: readonly BaseMessage[]) => messages.map(({ text }) => text);

/** Framing of the generic surface takes about 700 words of the window. */
const base = { contextWindow: 3_000, tokenCounter: wordCounter, safetyMargin: 0, keepLastTurns: 1 } as const;

describe("reported about state, streams, replay and cost", () => {
  it("A38: no token of a model's summary is in the stream of messages", async () => {
    const writer = fakeModel();
    for (let call = 0; call < 5; call++) writer.respond(new AIMessage("the-summary-says read"));
    const summarizer = chatModelSummarizer({ model: writer, contextWindow: 10_000 });
    const agent = createAgent({
      model: reader(many(9, 200)),
      tools: [read],
      middleware: [contextBudgetMiddleware({ ...base, summarizer })],
    });
    const chunks: string[] = [];
    for await (const [message] of await agent.stream(goal, { ...config, streamMode: "messages" }))
      chunks.push(message.text);
    expect(writer.callCount).toBeGreaterThan(0);
    expect(chunks).toContain("done");
    expect(chunks.join("")).not.toContain("the-summary-says");
  });

  it("A40: the private state does not grow with the conversation", async () => {
    const bytes: number[] = [];
    for (const calls of [20, 80]) {
      const middleware = [contextBudgetMiddleware(base)];
      const agent = createAgent({
        model: reader(many(calls, 100)),
        tools: [read],
        checkpointer: new MemorySaver(),
        middleware,
      });
      await agent.invoke(goal, config);
      const { values } = await agent.graph.getState(config);
      bytes.push(JSON.stringify(values["_contextBudget"]).length);
    }
    const [short = 0, long = 0] = bytes;
    expect(long).toBeLessThan(4_000);
    expect(long - short).toBeLessThan(100);
  });

  it("A41: it stands beside LangChain's own summarizer, keeps the line, and says what that left", async () => {
    const reports: BudgetReport[] = [];
    const writer = fakeModel();
    for (let call = 0; call < 20; call++) writer.respond(new AIMessage("read much"));
    // LangChain's declaration of its own middleware does not hold under exactOptionalPropertyTypes.
    const theirs: unknown = summarizationMiddleware({
      model: writer,
      trigger: { messages: 8 },
      keep: { messages: 4 },
    } as never);
    const ours = contextBudgetMiddleware({ ...base, onBudget: (report) => reports.push(report) });
    const agent = createAgent({
      model: reader(many(12, 200)),
      tools: [read],
      middleware: [theirs as AgentMiddleware, ours],
    });
    const { messages } = await agent.invoke(goal, config);
    expect(messages.at(-1)?.text).toBe("done");
    expect(reports.every(({ budget }) => budget.freeTokens >= 0)).toBe(true);
    expect(reports.at(-1)?.foreignSummaries).toBe(1);
  });

  it("A42: the summarizer's own model is asked, whatever model the call goes to", async () => {
    const writer = fakeModel();
    for (let call = 0; call < 5; call++) writer.respond(new AIMessage("read much"));
    const store = createMemorySummaryStore();
    const answering = reader(many(9, 200));
    const swap = createMiddleware({
      name: "swap",
      wrapModelCall: (request, handler) => handler({ ...request, model: answering }),
    });
    const summarizer = chatModelSummarizer({ model: writer, contextWindow: 10_000 });
    const agent = createAgent({
      model: fakeModel(),
      tools: [read],
      middleware: [swap, contextBudgetMiddleware({ ...base, summarizer, store })],
    });
    await agent.invoke(goal, config);
    expect(answering.callCount).toBe(10);
    const [reference] = await store.list("thread");
    const record = reference && (await store.get("thread", reference.artifactId));
    expect(record?.summarizer).toEqual({ id: "plimsoll-chat-model", version: "1" });
    expect(writer.callCount).toBe((await store.list("thread")).length);
  });

  it("A43: a run that goes on from an earlier checkpoint asks for no summary again", async () => {
    const summarizer = scripted();
    const sizes = many(9, 200);
    const model = reader(sizes);
    const agent = createAgent({
      model,
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [contextBudgetMiddleware({ ...base, summarizer })],
    });
    await agent.invoke(goal, config);
    const { asked } = summarizer;
    expect(asked).toBeGreaterThan(0);
    const calls = model.calls.length;
    let early;
    for await (const state of agent.graph.getStateHistory(config))
      if (state.next.includes("model_request") && state.values.messages.length === 3) early = state;
    for (const [index, size] of sizes.entries()) if (index > 0) model.respond(asks(size, index));
    model.respond(new AIMessage("done"));
    await agent.invoke(null, { ...config, ...early?.config });
    expect(model.calls.length).toBe(2 * calls - 1);
    expect(summarizer.asked).toBe(asked);
    const sent = model.calls.map(({ messages }) => textsOf(messages));
    expect(sent.slice(calls)).toEqual(sent.slice(1, calls));
  });

  it("A44: the bytes on the wire begin with those of the request before, until a compaction fires", async () => {
    const bodies: string[] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      bodies.push(String(init?.body));
      const call = {
        id: `call_${bodies.length}`,
        type: "function",
        function: { name: "read", arguments: '{"size":200}' },
      };
      const message = bodies.length < 30 ? { content: null, tool_calls: [call] } : { content: "done" };
      const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...message } }];
      return Response.json({
        id: `answer_${bodies.length}`,
        object: "chat.completion",
        created: 0,
        model: "gpt-4o",
        choices,
      });
    };
    const reports: BudgetReport[] = [];
    const onBudget = (report: BudgetReport) => reports.push(report);
    const agent = createAgent({
      model: new ChatOpenAI({ model: "gpt-4o", apiKey: "none", configuration: { fetch } }),
      tools: [read],
      systemPrompt: "Read.",
      middleware: [contextBudgetMiddleware({ ...base, onBudget })],
    });
    await agent.invoke(goal, config);
    expect(bodies).toHaveLength(30);
    const compactions = reports.filter(({ steps }) => steps.length > 0).length;
    expect(compactions).toBeGreaterThan(1);
    expect(compactions).toBeLessThan(10);
    for (const [call, body] of bodies.entries()) {
      const { messages: before, ...rest } = JSON.parse(bodies[call - 1] ?? body);
      const { messages, ...same } = JSON.parse(body);
      expect(JSON.stringify(same)).toBe(JSON.stringify(rest));
      if (reports[call]?.steps.length === 0)
        expect(JSON.stringify(messages).startsWith(JSON.stringify(before).slice(0, -1))).toBe(true);
    }
  });

  it("A45: an event names each summary; the store shows its text and the messages it replaced", async () => {
    const store = createMemorySummaryStore();
    const agent = createAgent({
      model: reader(many(9, 200)),
      tools: [read],
      middleware: [contextBudgetMiddleware({ ...base, store, summarizer: scripted() })],
    });
    const events: ContextEvent[] = [];
    for await (const chunk of await agent.stream(goal, { ...config, streamMode: "custom" }))
      if (isContextEvent(chunk)) events.push(chunk);
    const summarized = events.filter((event) => event.type === "context.summarized");
    expect(summarized.length).toBeGreaterThan(0);
    const records = await store.list("thread");
    expect(records.map(({ artifactId }) => artifactId)).toEqual(summarized.map(({ payload }) => payload.summaryRef));
    for (const [index, { artifactId }] of records.entries()) {
      const record = await store.get("thread", artifactId);
      expect(record?.text).toBe("the-summary-says read");
      expect(summarized[index]?.payload.replacedTurns).toEqual(
        expect.arrayContaining([...(record?.replacedMessageIds ?? [0])]),
      );
    }
  });

  it("A47: nothing but one private field is added to the state, and no step before or after a model call", async () => {
    const agent = createAgent({
      model: reader([10, 10]),
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [contextBudgetMiddleware(base)],
    });
    const nodes: string[] = [];
    for await (const update of await agent.stream(goal, { ...config, streamMode: "updates" }))
      nodes.push(...Object.keys(update));
    const { values } = await agent.graph.getState(config);
    expect([...new Set(nodes)]).toEqual(["model_request", "tools", "contextBudget.after_agent"]);
    expect(Object.keys(values)).toEqual(["messages", "_contextBudget"]);
  });

  it("A48: a compaction needs no response that a provider stored", async () => {
    const bodies: { readonly input?: unknown; readonly previous_response_id?: string }[] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      bodies.push(JSON.parse(String(init?.body)));
      const content = [{ type: "output_text", text: "done", annotations: [] }];
      const output = [{ id: "msg_1", type: "message", role: "assistant", status: "completed", content }];
      return Response.json({
        id: "resp_1",
        object: "response",
        created_at: 0,
        model: "gpt-4o",
        status: "completed",
        output,
      });
    };
    const model = new ChatOpenAI({ model: "gpt-4o", apiKey: "none", useResponsesApi: true, configuration: { fetch } });
    const messages = many(40, 100).map((size, index) =>
      index % 2 === 0 ? new HumanMessage(words(size)) : new AIMessage(words(size)),
    );
    const agent = createAgent({ model, tools: [read], middleware: [contextBudgetMiddleware(base)] });
    await agent.invoke({ messages: [...messages, ...goal.messages] }, config);
    expect(JSON.stringify(bodies[0]?.input)).toContain("<earlier-conversation");
    expect(bodies[0]).not.toHaveProperty("previous_response_id");
  });
});
