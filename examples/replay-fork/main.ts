// Summarize once, fork from before it, get the same bytes for nothing; lose the record, and be refused.
import assert from "node:assert/strict";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { END, MemorySaver, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import {
  assertReplayable,
  contextBudgetState,
  createSummarizationNode,
  isPlimsollError,
  type Summarizer,
  withPinnedSummaries,
} from "@plimsoll/langgraph";
import { fakeModel } from "langchain";

const topics = ["retry policy", "billing worker", "deploy script", "cache keys", "rate limits", "audit log"];
const answer = (topic: string): string =>
  `The ${topic} lives in src/${topic.replaceAll(" ", "-")}.ts. ${"It is read once at start. ".repeat(60)}`;

/** Stands for a model that never says the same twice. */
let asked = 0;
const summarizer: Summarizer = {
  id: "never-the-same",
  version: "1",
  configDigest: "none",
  defaultStrategy: "recursive",
  summarize: async ({ turns }) => ({ text: `Summary number ${++asked}, of ${turns.length} turns.` }),
};

/** The graph as any process would make it: everything anew but the saver. */
function graphOn(saver: MemorySaver) {
  const sent: string[][] = [];
  const fit = createSummarizationNode({
    model: { model: "gpt-4o" },
    contextWindow: 2_400,
    surface: "openai-chat",
    keepLastTurns: 1,
    summarizer,
  });
  const graph = new StateGraph(new StateSchema({ messages: MessagesValue, ...contextBudgetState }))
    .addNode("fit", fit)
    .addNode("model", async (state, config) => {
      const messages = await fit.messages(state, config);
      sent.push(messages.map(({ text }) => text));
      return {
        messages: [
          await fakeModel()
            .respond(new AIMessage(answer(topicOf(messages))))
            .invoke(messages),
        ],
      };
    })
    .addEdge(START, "fit")
    .addEdge("fit", "model")
    .addEdge("model", END)
    .compile({ checkpointer: saver });
  return { graph, sent };
}

const topicOf = (messages: readonly BaseMessage[]): string =>
  topics.find((topic) => messages.findLast(({ type }) => type === "human")?.text.includes(topic)) ?? "";

const saver = withPinnedSummaries(new MemorySaver());
const config = { configurable: { thread_id: "code base" } };

const original = graphOn(saver);
for (const topic of topics)
  await original.graph.invoke({ messages: [new HumanMessage(`Where is the ${topic}?`)] }, config);
const summaries = asked;
console.log(`The original run: ${original.sent.length} model calls, ${summaries} summaries.`);

// Back to before the first summary, in a process that never saw it.
const history = [];
for await (const state of original.graph.getStateHistory(config)) history.push(state);
const early = history.find(
  ({ values, next }) => values.messages?.length === 2 * topics.length - 1 && next.includes("fit"),
);
assert(early !== undefined);
const fork = graphOn(saver);
await fork.graph.invoke(null, early.config);
console.log(`The fork: ${fork.sent.length} model call, ${asked - summaries} new summaries.`);
assert.deepEqual(fork.sent, original.sent.slice(-1), "the fork sends the original's bytes");
assert.equal(asked, summaries, "and asks nobody");

// The same conversation in a thread of its own, with its summaries.
await saver.copyThread("code base", "a copy");
await assertReplayable(saver.summaries, "a copy");
await saver.deleteThread("code base");
await assertReplayable(saver.summaries, "a copy");
console.log("A copy of the thread has its own records; it outlives the original.");

// A record that is gone: a replay is refused before anything is created, never summarized again.
const broken = { ...saver.summaries, get: async () => undefined };
const refusal = await assertReplayable(broken, "a copy", { fromSeq: 1 }).catch((error: unknown) => error);
assert(isPlimsollError(refusal, "replay_context_summary_unavailable"));
console.log(refusal instanceof Error ? refusal.message : "");
console.log("\nAll of this was asserted.");
