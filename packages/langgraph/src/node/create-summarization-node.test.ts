import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { END, MemorySaver, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { isPlimsollError, type Summarizer } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import { describe, expect, it } from "vitest";
import type { ContextEvent } from "../events/context-event.ts";
import { createMemorySummaryStore } from "../summaries/memory-summary-store.ts";
import { contextBudgetState } from "./context-budget-state.ts";
import { createSummarizationNode } from "./create-summarization-node.ts";
import type { ReplacedMessages, SummarizationNodeOptions } from "./summarization-node-options.ts";

const State = new StateSchema({ messages: MessagesValue, ...contextBudgetState });

function scripted(): Summarizer & { asked: number } {
  return {
    asked: 0,
    id: "scripted",
    version: "1",
    configDigest: "none",
    defaultStrategy: "sliding-window",
    async summarize({ previous }) {
      this.asked++;
      return { text: `${previous === undefined ? "first" : "later"} summary` };
    },
  };
}

/** A window of 1,000 words on the generic surface; each exchange takes about 100. */
const base: SummarizationNodeOptions = {
  model: {},
  contextWindow: 1_000,
  tokenCounter: wordCounter,
  safetyMargin: 0,
  keepLastTurns: 1,
};

/** A graph of the node and a model that says fifty words; what the model is sent is remembered. */
function graphOf(options: Partial<SummarizationNodeOptions>, interruptBefore: "model"[] = []) {
  const sent: BaseMessage[][] = [];
  const node = createSummarizationNode({ ...base, ...options });
  const graph = new StateGraph(State)
    .addNode("fit", node)
    .addNode("model", async (state, config) => {
      sent.push(await node.messages(state, config));
      return { messages: [new AIMessage(words(50))] };
    })
    .addEdge(START, "fit")
    .addEdge("fit", "model")
    .addEdge("model", END)
    .compile({ checkpointer: new MemorySaver(), interruptBefore });
  return { graph, sent };
}

const config = { configurable: { thread_id: "one" } };
const say = (turn: number) => ({ messages: [new HumanMessage(`turn ${turn} ${words(40)}`)] });
const texts = (messages: readonly BaseMessage[] | undefined) => (messages ?? []).map(({ text }) => text);
const isSummary = (text: string) => text.startsWith("<earlier-conversation");

describe("createSummarizationNode", () => {
  it("keeps the model's messages under the line and the state whole", async () => {
    const summarizer = scripted();
    const { graph, sent } = graphOf({ summarizer });
    for (let turn = 0; turn < 12; turn++) await graph.invoke(say(turn), config);
    const { values } = await graph.getState(config);
    expect(values.messages).toHaveLength(24);
    expect(summarizer.asked).toBeGreaterThan(0);
    expect(texts(sent.at(-1)).filter(isSummary)).toHaveLength(1);
    expect(texts(sent[0])).toEqual([expect.stringMatching(/^turn 0/)]);
    expect(JSON.stringify(values["_contextBudget"])).not.toContain("summary text");
  });

  it("puts the system text of the options first and counts it with the tools", async () => {
    const tool = { type: "function", function: { name: "find", description: words(300), parameters: {} } };
    const events: ContextEvent[] = [];
    const { graph, sent } = graphOf({ systemMessage: "Be brief.", tools: [tool] });
    for await (const event of await graph.stream(say(0), { ...config, streamMode: "custom" })) events.push(event);
    expect(texts(sent[0])[0]).toBe("Be brief.");
    expect(events).toMatchObject([{ type: "context.budget", budget: { stableSystemTokens: expect.any(Number) } }]);
    expect(events[0]?.type === "context.budget" && events[0].budget.toolSchemaTokens).toBeGreaterThan(300);
  });

  it("gives the model what was decided when the run was interrupted in between", async () => {
    const summarizer = scripted();
    const { graph, sent } = graphOf({ summarizer }, ["model"]);
    for (let turn = 0; turn < 12; turn++) {
      await graph.invoke(say(turn), config);
      await graph.invoke(null, config);
    }
    expect(texts(sent.at(-1)).filter(isSummary)).toHaveLength(1);
    expect(sent).toHaveLength(12);
  });

  it("refuses to hand the model a conversation whose summary is gone", async () => {
    const { graph } = graphOf({ summarizer: scripted() });
    for (let turn = 0; turn < 12; turn++) await graph.invoke(say(turn), config);
    const { values } = await graph.getState(config);
    const elsewhere = createSummarizationNode({ ...base, summarizer: scripted(), store: createMemorySummaryStore() });
    const error = await elsewhere.messages(values, config).catch((thrown: unknown) => thrown);
    expect(isPlimsollError(error, "replay_context_summary_unavailable")).toBe(true);
  });

  it("refuses an over-budget call by an error of the node, before the model", async () => {
    const { graph, sent } = graphOf({});
    const error = await graph
      .invoke({ messages: [new HumanMessage(words(1_200))] }, config)
      .catch((thrown: unknown) => thrown);
    expect(isPlimsollError(error, "context_budget_exceeded")).toBe(true);
    expect(sent).toEqual([]);
  });

  it("compacts when the run's context asks for it", async () => {
    const summarizer = scripted();
    const { graph } = graphOf({ summarizer, compaction: "manual" });
    for (let turn = 0; turn < 8; turn++) await graph.invoke(say(turn), config);
    expect(summarizer.asked).toBe(0);
    await graph.invoke(say(8), { ...config, context: { compactContext: true } });
    expect(summarizer.asked).toBe(1);
  });

  it("says which key holds no messages", async () => {
    const node = createSummarizationNode({ ...base, messagesKey: "history" });
    await expect(node({ messages: [] }, {})).rejects.toThrow(/holds nothing under "history"/);
  });

  it("names every wrong option", () => {
    expect(() => createSummarizationNode({ ...base, keepLastTurns: -1, lowWater: 2 })).toThrow(
      /keepLastTurns is -1.*lowWater is 2/,
    );
  });
});

describe("createSummarizationNode with rewrite", () => {
  it("stores what leaves before it does, once, and goes on from its own summary", async () => {
    const replaced: ReplacedMessages[] = [];
    const summarizer = scripted();
    const rewrite = async (left: ReplacedMessages) => void replaced.push(left);
    const { graph, sent } = graphOf({ summarizer, rewrite });
    for (let turn = 0; turn < 25; turn++) await graph.invoke(say(turn), config);
    const { values } = await graph.getState(config);
    expect(values.messages.length).toBeLessThan(15);
    expect(texts(values.messages).filter(isSummary)).toHaveLength(1);
    expect(texts(sent.at(-1)).some((text) => text.includes("later summary"))).toBe(true);
    const kept = texts([...replaced.flatMap(({ messages }) => messages), ...values.messages]).filter((text) =>
      text.startsWith("turn "),
    );
    expect(new Set(kept)).toEqual(new Set(Array.from({ length: 25 }, (_, turn) => `turn ${turn} ${words(40)}`)));
    expect(kept).toHaveLength(25);
  });

  it("keeps the state where storing fails, tells of it, and still keeps the line", async () => {
    const events: ContextEvent[] = [];
    const { graph, sent } = graphOf({
      summarizer: scripted(),
      rewrite: () => Promise.reject(new RangeError("disk full")),
    });
    for (let turn = 0; turn < 12; turn++)
      for await (const event of await graph.stream(say(turn), { ...config, streamMode: "custom" })) events.push(event);
    const { values } = await graph.getState(config);
    expect(values.messages).toHaveLength(24);
    expect(texts(sent.at(-1)).filter(isSummary)).toHaveLength(1);
    expect(events).toContainEqual({ type: "context.rewrite_failed", error: "RangeError" });
  });

  it("is asked only for what leaves, and leaves frames out of the state", async () => {
    const replaced: ReplacedMessages[] = [];
    const rewrite = async (left: ReplacedMessages) => void replaced.push(left);
    let turn = 0;
    const frames = () => [{ slot: `file ${turn}`, segment: "evidence", content: "text" } as const];
    const { graph } = graphOf({ summarizer: scripted(), rewrite, frames });
    for (; turn < 25; turn++) await graph.invoke(say(turn), config);
    const { values } = await graph.getState(config);
    const ids = replaced.flatMap(({ messages }) => messages.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(texts(values.messages).some((text) => text.startsWith("<frame"))).toBe(false);
  });
});

describe("messages of the summarization node", () => {
  it("refuses what has grown over the window since the node decided", async () => {
    const { graph, sent } = graphOf({ summarizer: scripted() }, ["model"]);
    await graph.invoke(say(0), config);
    await graph.updateState(config, { messages: [new HumanMessage(words(1_200))] }, "fit");
    const error = await graph.invoke(null, config).catch((thrown: unknown) => thrown);
    expect(isPlimsollError(error, "context_budget_exceeded")).toBe(true);
    expect(sent).toEqual([]);
  });
});
