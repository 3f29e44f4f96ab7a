// A graph of your own that keeps its model calls under the line: one node before the model, one line to call it.
import assert from "node:assert/strict";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { END, MemorySaver, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { type ContextEvent, contextBudgetState, createSummarizationNode, isContextEvent } from "@plimsoll/langgraph";
import { fakeModel } from "langchain";

const topics = ["retry policy", "billing worker", "deploy script", "cache keys", "rate limits", "audit log"];
const answer = (topic: string): string =>
  `The ${topic} lives in src/${topic.replaceAll(" ", "-")}.ts. ${`Its rules are set in config/${topic.replaceAll(" ", "_")}.yaml and read once at start. `.repeat(18)}`;

// Any chat model. This one is scripted, so that the example needs no key; it is counted as gpt-4o.
const script = fakeModel();
for (const topic of topics) script.respond(new AIMessage(answer(topic)));
const model = Object.assign(script, { model: "gpt-4o" });

const fit = createSummarizationNode({
  model,
  contextWindow: 2_400,
  surface: "openai-chat",
  systemMessage: "You explain a code base.",
  keepLastTurns: 1,
});

const graph = new StateGraph(new StateSchema({ messages: MessagesValue, ...contextBudgetState }))
  .addNode("fit", fit)
  .addNode("model", async (state, config) => ({ messages: [await model.invoke(await fit.messages(state, config))] }))
  .addEdge(START, "fit")
  .addEdge("fit", "model")
  .addEdge("model", END)
  .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: "code base" } };
const events: ContextEvent[] = [];
for (const topic of topics) {
  const input = { messages: [new HumanMessage(`Where is the ${topic}?`)] };
  for await (const chunk of await graph.stream(input, { ...config, streamMode: "custom" })) {
    if (!isContextEvent(chunk)) continue;
    events.push(chunk);
    if (chunk.type === "context.budget")
      console.log(
        `${topic.padEnd(15)} ${chunk.budget.projectedTotalTokens} of ${chunk.budget.modelContextTokens} tokens  ${chunk.action.kind}`,
      );
    if (chunk.type === "context.summarized") console.log(`${"".padEnd(15)} ${JSON.stringify(chunk.payload)}`);
  }
}

const last = script.calls.at(-1)?.messages ?? [];
const summary = last.find(isSummary);
console.log(
  `\nThe last request began with:\n${last
    .slice(0, 2)
    .map(({ text }) => text)
    .join("\n")}`,
);

const { values } = await graph.getState(config);
assert.equal(values.messages.length, 2 * topics.length, "the state keeps every message");
assert(
  summary !== undefined && summary.text.includes("src/retry-policy.ts"),
  "the summary keeps the files of what it replaced",
);
assert(!last.some(({ text }) => text === answer("retry policy")), "the replaced turns are not sent again");
const summarized = events.filter((event) => event.type === "context.summarized");
assert(summarized.length > 0 && summarized.every(({ payload }) => payload.tokensAfter < payload.tokensBefore));
console.log("\nAll of this was asserted.");

function isSummary(message: BaseMessage): boolean {
  return message.additional_kwargs["lc_source"] === "summarization";
}
