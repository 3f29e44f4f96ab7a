import { HumanMessage } from "@langchain/core/messages";
import { END, MemorySaver, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { words } from "@plimsoll/core/testing";
import { isPlimsollError, type SummaryRecord, type SummaryStore } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { budgetedGraph, countingSummarizer } from "../../../../test/savers/budgeted-graph.ts";
import { isContextEvent } from "../events/context-event.ts";
import { retriableMark } from "../budget/retriable-mark.ts";
import { withPinnedSummaries } from "../pins/with-pinned-summaries.ts";
import { prepareReplay, replayOf } from "./declared-replay.ts";

const turns = 30;

/** A conversation with several summaries, and its records. */
async function source() {
  const saver = withPinnedSummaries(new MemorySaver());
  const summarizer = countingSummarizer();
  const original = budgetedGraph({ saver, summarizer });
  await original.talk(turns, { thread_id: "source" });
  const references = await saver.summaries.list("source");
  const records = await Promise.all(
    references.map(async ({ artifactId }) => (await saver.summaries.get("source", artifactId)) as SummaryRecord),
  );
  expect(records.length).toBeGreaterThan(2);
  return { saver, original, records, summarizer };
}

const refusalOf = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown);
  expect(isPlimsollError(error, "replay_context_summary_unavailable")).toBe(true);
  return error;
};

describe("the run of a declared replay", () => {
  it("sends the original's bytes and tells its events word for word, with another policy and no summarizer call", async () => {
    const { saver, original } = await source();
    const changed = countingSummarizer("2");
    const replay = budgetedGraph({
      saver,
      summarizer: changed,
      keepLastTurns: 3,
      threshold: 0.3,
      strategy: "map-reduce",
    });
    await replay.talk(turns, { thread_id: "replay", ...replayOf("source") });
    expect(replay.sent).toEqual(original.sent);
    expect(replay.summarized()).toEqual(original.summarized());
    expect(changed.asked).toBe(0);
  });

  it("does not follow the source unless it is declared", async () => {
    const { saver, original } = await source();
    const other = budgetedGraph({ saver, summarizer: countingSummarizer("2") });
    await other.talk(turns, { thread_id: "undeclared" });
    expect(other.sent).not.toEqual(original.sent);
  });

  it.each(["records", "reader"] as const)("goes by %s of a host, without the source's saver", async (kind) => {
    const { original, records } = await source();
    const given = kind === "records" ? records : async () => records;
    const replay = budgetedGraph({ saver: new MemorySaver(), summarizer: countingSummarizer() });
    await replay.talk(turns, { thread_id: "elsewhere", ...replayOf(given) });
    expect(replay.sent).toEqual(original.sent);
    expect(replay.summarized()).toEqual(original.summarized());
  });

  it("goes by records that travelled as JSON", async () => {
    const { original, records } = await source();
    const declared = JSON.parse(JSON.stringify(replayOf(records, { fromSeq: 3 }))) as object;
    const replay = budgetedGraph({ saver: new MemorySaver() });
    await replay.talk(turns, { thread_id: "elsewhere", ...declared });
    expect(replay.sent).toEqual(original.sent);
  });

  it("keeps the summaries as its own, which outlive the source", async () => {
    const { saver, records } = await source();
    const replay = budgetedGraph({ saver, summarizer: countingSummarizer("2") });
    await replay.talk(turns, { thread_id: "replay", ...replayOf("source") });
    await saver.deleteThread("source");
    expect(await saver.summaries.get("replay", records[1]?.artifactId ?? "ctxsum_")).toEqual(records[1]);
  });

  it("continues a copied thread from its checkpoint", async () => {
    const { saver, original, records } = await source();
    const middle = records[1]?.iteration ?? 0;
    const states = [];
    for await (const state of original.graph.getStateHistory({ configurable: { thread_id: "source" } }))
      states.push(state);
    const at = states.find(({ values, next }) => values.messages?.length === 2 * middle && next.length === 0);
    await saver.copyThread("source", "copy", { checkpointId: String(at?.config.configurable?.["checkpoint_id"]) });
    const replay = budgetedGraph({ saver, summarizer: countingSummarizer("2") });
    const declared = replayOf("source", { fromIteration: middle + 1 });
    await replay.talk(turns - middle, { thread_id: "copy", ...declared }, middle);
    expect(replay.sent).toEqual(original.sent.slice(middle));
    expect(replay.summarized()).toEqual(original.summarized().slice(2));
  });
});

describe("a declared replay of", () => {
  it("a thread with branches goes by the records that stand for its own turns", async () => {
    const { saver, original } = await source();
    const branch = budgetedGraph({ saver, summarizer: countingSummarizer("branch") });
    const config = { configurable: { thread_id: "source" } };
    const states = [];
    for await (const state of original.graph.getStateHistory(config)) states.push(state);
    const early = states.find(({ values, next }) => values.messages?.length === 2 && next.length === 0);
    await branch.graph.updateState(early?.config ?? {}, { messages: [new HumanMessage("another way")] });
    await branch.talk(turns, { thread_id: "source" }, 1);
    expect(branch.summarized().length).toBeGreaterThan(1);
    const summarizer = countingSummarizer("2");
    const replay = budgetedGraph({ saver, summarizer });
    await replay.talk(turns, { thread_id: "replay", ...replayOf("source") });
    expect(replay.sent).toEqual(original.sent);
    expect([replay.summarized(), summarizer.asked]).toEqual([original.summarized(), 0]);
  });

  it("a subgraph whose calls are counted anew in every run of its parent", async () => {
    const saver = withPinnedSummaries(new MemorySaver());
    const Outer = new StateSchema({ messages: MessagesValue });
    const talk = async (configurable: Readonly<Record<string, unknown>>, version: string) => {
      const summarizer = countingSummarizer(version);
      const inner = budgetedGraph({ summarizer });
      const outer = new StateGraph(Outer)
        .addNode("inner", inner.graph)
        .addEdge(START, "inner")
        .addEdge("inner", END)
        .compile({ checkpointer: saver });
      const told: unknown[] = [];
      for (let turn = 0; turn < turns; turn++) {
        const input = { messages: [new HumanMessage(`turn ${turn} ${words(40)}`)] };
        const stream = await outer.stream(input, { configurable, streamMode: "custom", subgraphs: true });
        for await (const [, event] of stream)
          if (isContextEvent(event) && event.type === "context.summarized") told.push(event);
      }
      return { sent: inner.sent, told, asked: summarizer.asked };
    };
    const original = await talk({ thread_id: "source" }, "1");
    expect(original.asked).toBeGreaterThan(1);
    const replay = await talk({ thread_id: "replay", ...replayOf("source") }, "2");
    expect(replay).toEqual({ ...original, asked: 0 });
  });

  it("a conversation that rewrites its state", async () => {
    const saver = withPinnedSummaries(new MemorySaver());
    const rewrite = async () => undefined;
    const original = budgetedGraph({ saver, summarizer: countingSummarizer(), rewrite });
    await original.talk(turns, { thread_id: "source" });
    expect(original.summarized().length).toBeGreaterThan(2);
    const summarizer = countingSummarizer("2");
    const replay = budgetedGraph({ saver, summarizer, rewrite });
    await replay.talk(turns, { thread_id: "replay", ...replayOf("source") });
    expect(replay.sent).toEqual(original.sent);
    expect([replay.summarized(), summarizer.asked]).toEqual([original.summarized(), 0]);
  });
});

type Loss = "missing" | "unreadable" | "changed" | "of an unknown version";

/** The store of a saver with one of its records lost. */
function lossy(store: SummaryStore, lost: string, loss: Loss): SummaryStore {
  return {
    ...store,
    get: async (scope, artifactId) => {
      const record = await store.get(scope, artifactId);
      if (artifactId !== lost || record === undefined) return record;
      if (loss === "unreadable") throw new Error("the disk is gone");
      if (loss === "missing") return undefined;
      const other = loss === "changed" ? { text: "another text" } : { version: 9 };
      return { ...record, ...other } as SummaryRecord;
    },
  };
}

describe("a declared replay is refused", () => {
  it.each<Loss>(["missing", "unreadable", "changed", "of an unknown version"])(
    "at its first model call where a pin is %s, and nobody is asked",
    async (loss) => {
      const { saver, records } = await source();
      const lost = records[2]?.artifactId ?? "";
      const summarizer = countingSummarizer();
      const replay = budgetedGraph({ saver, summarizer, store: lossy(saver.summaries, lost, loss) });
      const declared = replayOf("source", { fromSeq: 41 });
      const error = await refusalOf(replay.talk(1, { thread_id: "replay", ...declared }));
      expect(error).toMatchObject({ details: { summaryRef: lost, fromSeq: 41, status: 409 } });
      expect(retriableMark(error)).toBe(false);
      expect([replay.sent, summarizer.asked]).toEqual([[], 0]);
      const ahead = prepareReplay("source", { fromSeq: 41, store: lossy(saver.summaries, lost, loss) });
      expect(await refusalOf(ahead)).toMatchObject({ details: { summaryRef: lost, fromSeq: 41 } });
    },
  );

  it("where a host's list leaves out a summary that a later one supersedes", async () => {
    const { records } = await source();
    const left = records.filter((_, index) => index !== 1);
    const error = await refusalOf(prepareReplay(left));
    expect(error).toMatchObject({ details: { summaryRef: records[1]?.artifactId } });
  });

  it("where its conversation differs from the source's", async () => {
    const { saver, summarizer } = await source();
    const asked = summarizer.asked;
    const replay = budgetedGraph({ saver, summarizer });
    const configurable = { thread_id: "replay", ...replayOf("source") };
    const error = await refusalOf(replay.talk(turns, configurable, 1));
    expect(String(error)).toContain("stands for other turns");
    expect(summarizer.asked).toBe(asked);
  });

  it("where a summary would be needed behind the last one of the source", async () => {
    const { saver, summarizer, original } = await source();
    const asked = summarizer.asked;
    const replay = budgetedGraph({ saver, summarizer });
    const configurable = { thread_id: "replay", ...replayOf("source", { fromSeq: 7 }) };
    const error = await refusalOf(replay.talk(2 * turns, configurable));
    expect(String(error)).toContain("would be needed at model call");
    expect(error).toMatchObject({ details: { fromSeq: 7 } });
    expect(summarizer.asked).toBe(asked);
    expect(replay.sent.slice(0, turns)).toEqual(original.sent);
  });

  it("with invalid_options where the declaration is none", async () => {
    const replay = budgetedGraph({ saver: new MemorySaver() });
    const error = await replay.talk(1, { thread_id: "one", plimsoll_replay: {} }).catch((thrown: unknown) => thrown);
    expect(isPlimsollError(error, "invalid_options")).toBe(true);
  });
});

describe("prepareReplay", () => {
  it("gives the replay with the records that were checked: a pin lost afterwards changes nothing", async () => {
    const { saver, original } = await source();
    const ready = await prepareReplay("source", { store: saver.summaries });
    await saver.deleteThread("source");
    const replay = budgetedGraph({ saver, summarizer: countingSummarizer("2") });
    await replay.talk(turns, { thread_id: "replay", ...ready });
    expect(replay.sent).toEqual(original.sent);
  });
});
