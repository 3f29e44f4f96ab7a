import { MemorySaver } from "@langchain/langgraph";
import { findPlimsollError } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { withPinnedSummaries } from "../pins/with-pinned-summaries.ts";
import { isContextEvent } from "../events/context-event.ts";
import { ask, conversationGraph, hold, isSummary, neverTheSame } from "../testing/fork-conversation.ts";
import { replayOf } from "./declared-replay.ts";

const open = () => withPinnedSummaries(new MemorySaver());

type Saver = ReturnType<typeof open>;

/** Holds the conversation anew in another thread, and reads what was told. */
async function again(saver: Saver, configurable: object, turns = 12) {
  const parts = { saver, summarizer: neverTheSame(), sent: [] as string[][] };
  const graph = conversationGraph(parts);
  const events: unknown[] = [];
  const config = { configurable: { thread_id: "two", ...configurable }, streamMode: "custom" as const };
  for (let turn = 0; turn < turns; turn++)
    for await (const chunk of await graph.stream(ask(turn), config)) if (isContextEvent(chunk)) events.push(chunk);
  return { ...parts, events };
}

const summarizedIn = (events: readonly unknown[]) =>
  events.filter((event) => isContextEvent(event) && event.type === "context.summarized");

describe("a declared replay", () => {
  it("is sent the source's bytes from the first turn in a thread of its own, and told its events word for word", async () => {
    verifies("rfc-0111/replay/reuse-recorded-summary", "rfc-0111/replay/never-summarize-again");
    const saver = open();
    const source = await again(saver, { thread_id: "one" });
    expect(source.summarizer.asked).toBeGreaterThan(1);
    const replay = await again(saver, replayOf("one"));
    expect(replay.sent).toEqual(source.sent);
    expect(replay.summarizer.asked).toBe(0);
    expect(summarizedIn(replay.events)).toEqual(summarizedIn(source.events));
    expect(await saver.summaries.list("two")).toEqual(await saver.summaries.list("one"));
  });

  it("is another conversation where it is not declared", async () => {
    const saver = open();
    await hold({ saver });
    const undeclared = await again(saver, {});
    expect(undeclared.summarizer.asked).toBeGreaterThan(0);
  });

  it("goes on by itself once its records are its own", async () => {
    const saver = open();
    await hold({ saver });
    await again(saver, replayOf("one"));
    const records = await saver.summaries.list("two");
    await saver.deleteThread("one");
    const parts = { saver, summarizer: neverTheSame(), sent: [] as string[][] };
    await conversationGraph(parts).invoke(ask(12), { configurable: { thread_id: "two" } });
    expect(parts.sent.at(-1)?.some(isSummary)).toBe(true);
    expect((await saver.summaries.list("two")).slice(0, records.length)).toEqual(records);
  });

  it("is refused at the turn that needs a record that is gone: nothing is sent, and nobody is asked", async () => {
    verifies("rfc-0111/replay/refused-when-unavailable", "rfc-0111/replay/refusal-is-409-not-retriable");
    const saver = open();
    const source = await hold({ saver });
    await saver.deleteThread("one");
    const parts = { saver, summarizer: neverTheSame(), sent: [] as string[][] };
    const graph = conversationGraph(parts);
    const config = { configurable: { thread_id: "two", ...replayOf("one", { fromSeq: 7 }) } };
    for (let turn = 0; turn < source.firstSummary; turn++) await graph.invoke(ask(turn), config);
    const refused = await graph.invoke(ask(source.firstSummary), config).catch((error: unknown) => error);
    expect(findPlimsollError(refused)).toMatchObject({
      code: "replay_context_summary_unavailable",
      retryable: false,
      details: { status: 409, fromSeq: 7 },
    });
    expect(parts.sent).toEqual(source.sent.slice(0, source.firstSummary));
    expect(parts.summarizer.asked).toBe(0);
  });

  it("is refused where what it replays was edited, as a summary of that was never made", async () => {
    const saver = open();
    const source = await hold({ saver });
    const parts = { saver, summarizer: neverTheSame(), sent: [] as string[][] };
    const graph = conversationGraph(parts);
    const config = { configurable: { thread_id: "two", ...replayOf("one") } };
    const run = async () => {
      for (let turn = 0; turn < 12; turn++) await graph.invoke(ask(turn === 0 ? 99 : turn), config);
    };
    await expect(run()).rejects.toThrow("[replay_context_summary_unavailable]");
    expect(parts.summarizer.asked).toBe(0);
    expect(parts.sent.length).toBe(source.firstSummary);
  });

  it("is told apart from a declaration that was made by hand and wrongly", async () => {
    const parts = { saver: open(), summarizer: neverTheSame(), sent: [] as string[][] };
    const config = { configurable: { thread_id: "two", plimsoll_replay: { of: "one" } } };
    await expect(conversationGraph(parts).invoke(ask(0), config)).rejects.toThrow(
      "make it with replayOf(thread, { fromSeq })",
    );
  });
});
