import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { isPlimsollError, type SummaryStore } from "@plimsoll/core";
import { words } from "@plimsoll/core/testing";
import { nodeDigest } from "@plimsoll/core/node";
import { describe, expect, it } from "vitest";
import { budgetedGraph, countingSummarizer } from "../../../../test/savers/budgeted-graph.ts";
import { artifactName, summaryRecord } from "../../../../test/savers/summary-record.ts";
import { createMemorySummaryStore } from "../summaries/memory-summary-store.ts";
import { parseRecord } from "./stored-summary.ts";
import { withPinnedSummaries } from "./with-pinned-summaries.ts";

const usage = { inputTokens: 120, outputTokens: 9 };

/** The first two records of a conversation, its checkpoints, and its messages. */
async function recorded() {
  const saver = withPinnedSummaries(new MemorySaver());
  const counting = countingSummarizer();
  const summarizer = { ...counting, summarize: async () => ({ text: "what was said", usage }) };
  const { graph, talk } = budgetedGraph({ saver, summarizer });
  await talk(20, { thread_id: "one" });
  const [first, second] = await Promise.all(
    (await saver.summaries.list("one")).map(({ artifactId }) => saver.summaries.get("one", artifactId)),
  );
  if (first === undefined || second === undefined) throw new Error("fewer than two summaries were made");
  const config = { configurable: { thread_id: "one" } };
  const checkpoints = new Map<unknown, { readonly messages: number; readonly next: readonly string[] }>();
  for await (const { config: at, values, next } of graph.getStateHistory(config))
    checkpoints.set(at.configurable?.["checkpoint_id"], { messages: values.messages?.length ?? 0, next });
  const { values } = await graph.getState(config);
  return { first, second, checkpoints, ids: (values.messages as readonly { id?: string }[]).map(({ id }) => id) };
}

const { first, second, checkpoints, ids } = await recorded();
const base = checkpoints.get(first.baseCheckpointId);

describe("a record holds", () => {
  it.each<[string, unknown, unknown]>([
    ["its version", first.version, 1],
    ["its name", first.artifactId, expect.stringMatching(/^ctxsum_[0-9a-f]{24}$/)],
    ["its text", first.text, "what was said"],
    ["the hash of its text", first.textSha256, nodeDigest.sha256("what was said")],
    [
      "the ids of what it replaces, from the first message on",
      first.replacedMessageIds,
      ids.slice(0, first.replacedMessageIds.length),
    ],
    [
      "only the ids its predecessor does not hold",
      second.replacedMessageIds,
      ids.slice(first.replacedMessageIds.length).slice(0, second.replacedMessageIds.length),
    ],
    ["the model call it was made for", base?.messages, 2 * first.iteration - 1],
    ["how long the conversation was then", first.conversationTurns, 2 * first.iteration - 1],
    ["its place among the summaries of the thread", [first.ordinal, second.ordinal], [1, 2]],
    ["the checkpoint its node started from", base?.next, ["fit"]],
    ["how it was made", [first.strategy, first.summarizer], ["recursive", { id: "never-the-same", version: "1" }]],
    ["the digest of that", first.policyDigest, expect.stringMatching(/^[0-9a-f]{64}$/)],
    ["the digest of what it replaces", first.inputDigest, expect.stringMatching(/^[0-9a-f]{64}$/)],
    ["its counter", first.counter.id, "words"],
    ["fewer tokens than it took out", first.tokensAfter < first.tokensBefore, true],
    ["the usage its provider reported", first.usage, usage],
    ["the summary it supersedes", [first.previous, second.previous], [null, first.artifactId]],
    ["the graph it was made in", first.namespace, "fit"],
  ])("%s", (_, actual, expected) => {
    expect(actual).toEqual(expected);
  });

  it("and what a host that keeps a log adds as it stores it", async () => {
    const memory = createMemorySummaryStore();
    const told = { replacedEventIds: ["evt_1"], sequence: 7 };
    const host: SummaryStore = { ...memory, put: (scope, record) => memory.put(scope, { ...record, ...told }) };
    const { talk } = budgetedGraph({ store: host, saver: new MemorySaver() });
    await talk(12, { thread_id: "one" });
    const [reference] = await host.list("one");
    expect(await host.get("one", reference?.artifactId ?? "ctxsum_")).toMatchObject(told);
  });
});

describe("a record is durable before the model is called", () => {
  it.each(["sync", "async", "exit"] as const)("whatever the durability: %s", async (durability) => {
    const saver = new MemorySaver();
    const { summaries } = withPinnedSummaries(saver);
    const standing: boolean[] = [];
    const { graph } = budgetedGraph({
      saver,
      summarizer: countingSummarizer(),
      beforeModel: async (texts) => {
        const summary = texts.find((text) => text.includes("summary number"));
        if (summary === undefined) return;
        const names = (await summaries.list("one")).map(({ artifactId }) => artifactId);
        standing.push(names.some((name) => summary.includes(name)));
      },
    });
    for (let turn = 0; turn < 12; turn++) {
      const input = { messages: [new HumanMessage(`turn ${turn} ${words(40)}`)] };
      await graph.invoke(input, { configurable: { thread_id: "one" }, durability });
    }
    expect(standing.length).toBeGreaterThan(1);
    expect(standing).not.toContain(false);
  });
});

describe("a record without a checkpointer", () => {
  it("names no checkpoint, as none is stored", async () => {
    const store = createMemorySummaryStore();
    const { graph } = budgetedGraph({ store });
    const messages = Array.from({ length: 20 }, (_, turn) => new HumanMessage(`turn ${turn} ${words(60)}`));
    await graph.invoke({ messages }, { configurable: { thread_id: "one" } });
    const [reference] = await store.list("one");
    expect((await store.get("one", reference?.artifactId ?? "ctxsum_"))?.baseCheckpointId).toBe(null);
  });
});

describe("a record of an unknown version", () => {
  it("is refused with its version and what to do", () => {
    const later: unknown = { ...summaryRecord(), version: 2 };
    const error = (() => {
      try {
        return parseRecord(later, artifactName(1));
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(isPlimsollError(error, "replay_context_summary_unavailable")).toBe(true);
    expect(String(error)).toContain("was recorded in version 2 of the record, and this package reads version 1");
  });
});
