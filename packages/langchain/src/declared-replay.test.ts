import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { wordCounter, words } from "@plimsoll/core/testing";
import { replayOf, findPlimsollError, isContextEvent, withPinnedSummaries } from "@plimsoll/langgraph";
import { createAgent, fakeModel, modelRetryMiddleware, type AgentMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { countingSummarizer } from "../../../test/savers/budgeted-graph.ts";
import { contextBudgetMiddleware, retryUnlessRefused } from "./index.ts";

const turns = 24;
const asSent = (calls: readonly { readonly messages: readonly BaseMessage[] }[]) =>
  calls.map(({ messages }) => messages.map(({ text }) => text));

/** An agent in a window of 1,000 words that talks for some turns; what it sent, what it told, how often it summarized. */
async function talk(saver: MemorySaver, configurable: Readonly<Record<string, unknown>>, version = "1") {
  const model = fakeModel();
  for (let answer = 0; answer < turns; answer++) model.respond(new AIMessage(`answer ${answer} ${words(50)}`));
  const summarizer = countingSummarizer(version);
  // Its types do not hold under exactOptionalPropertyTypes.
  const retry: unknown = modelRetryMiddleware({
    maxRetries: 2,
    initialDelayMs: 0,
    jitter: false,
    onFailure: "error",
    retryOn: retryUnlessRefused,
  });
  const agent = createAgent({
    model,
    checkpointer: saver,
    middleware: [
      retry as AgentMiddleware,
      contextBudgetMiddleware({
        contextWindow: 1_000,
        tokenCounter: wordCounter,
        safetyMargin: 0,
        keepLastTurns: 1,
        summarizer,
      }),
    ],
  });
  const events: unknown[] = [];
  const run = async () => {
    for (let turn = 0; turn < turns; turn++) {
      const input = { messages: [new HumanMessage(`turn ${turn} ${words(40)}`)] };
      for await (const event of await agent.stream(input, { configurable, streamMode: "custom" }))
        if (isContextEvent(event) && event.type === "context.summarized") events.push(event);
    }
  };
  const error = await run().catch((thrown: unknown) => thrown);
  return { sent: asSent(model.calls), events, asked: summarizer.asked, error };
}

describe("a declared replay of an agent", () => {
  it("sends the original's bytes and tells its events, whatever its own summarizer is", async () => {
    const saver = withPinnedSummaries(new MemorySaver());
    const original = await talk(saver, { thread_id: "source" });
    expect(original.asked).toBeGreaterThan(1);
    const replay = await talk(saver, { thread_id: "replay", ...replayOf("source") }, "2");
    expect(replay).toEqual({ ...original, asked: 0 });
  });

  it("is refused before the model is called where a record is damaged, and the refusal is not retried", async () => {
    const saver = withPinnedSummaries(new MemorySaver());
    await talk(saver, { thread_id: "source" });
    const [reference] = await saver.summaries.list("source");
    const record = await saver.summaries.get("source", reference?.artifactId ?? "ctxsum_");
    const reads: number[] = [];
    const source = async () => {
      reads.push(1);
      return record === undefined ? [] : [{ ...record, text: "another text" }];
    };
    const replay = await talk(saver, { thread_id: "replay", ...replayOf(source, { fromSeq: 5 }) });
    expect(findPlimsollError(replay.error)).toMatchObject({
      code: "replay_context_summary_unavailable",
      details: { summaryRef: record?.artifactId, fromSeq: 5, status: 409 },
    });
    expect([replay.sent, replay.asked, reads.length]).toEqual([[], 0, 1]);
  });
});
