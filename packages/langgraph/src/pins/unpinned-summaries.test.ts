import { HumanMessage } from "@langchain/core/messages";
import { words } from "@plimsoll/core/testing";
import { InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { budgetedGraph, countingSummarizer } from "../../../../test/savers/budgeted-graph.ts";
import { createBaseStoreSummaryStore } from "./base-store-summary-store.ts";

/** Keeps only the newest checkpoint and the last write, as shallow savers do. */
class OverwritingSaver extends MemorySaver {
  override async putWrites(...[config, writes, taskId]: Parameters<MemorySaver["putWrites"]>): Promise<void> {
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable ?? {};
    if (String(checkpoint_ns).startsWith("__"))
      delete this.writes[JSON.stringify([thread_id, checkpoint_ns, checkpoint_id])];
    return super.putWrites(config, writes, taskId);
  }
}

describe("context.summaries_unpinned", () => {
  const unpinnedOf = async (setting: Parameters<typeof budgetedGraph>[0], threads = ["one"]) => {
    const graph = budgetedGraph({ summarizer: countingSummarizer(), ...setting });
    for (const thread_id of threads) await graph.talk(30, { thread_id });
    const events = graph.events.filter(({ type }) => type === "context.summaries_unpinned");
    return { events, summarized: graph.summarized().length };
  };

  it("is told once for each thread whose saver overwrites, however many summaries it has", async () => {
    const { events, summarized } = await unpinnedOf({ saver: new OverwritingSaver() }, ["one", "two"]);
    expect(summarized).toBeGreaterThan(4);
    const event = { type: "context.summaries_unpinned", reason: "checkpointer-overwrites", namespace: "" };
    expect(events).toEqual([event, event]);
  });

  it("is told once in a run without a checkpointer, beside what it tells of its summaries", async () => {
    const { graph } = budgetedGraph({ summarizer: countingSummarizer() });
    const messages = Array.from({ length: 20 }, (_, turn) => new HumanMessage(`turn ${turn} ${words(60)}`));
    const types: unknown[] = [];
    for await (const event of await graph.stream({ messages }, { streamMode: "custom" })) types.push(event.type);
    expect(types.filter((type) => type === "context.summaries_unpinned")).toHaveLength(1);
    expect(types).toContain("context.summarized");
  });

  it("is never told where a checkpointer holds them, or a store of the user's", async () => {
    const pinned = await unpinnedOf({ saver: new MemorySaver() });
    expect(pinned.summarized).toBeGreaterThan(2);
    expect(pinned.events).toEqual([]);
    const store = createBaseStoreSummaryStore(new InMemoryStore());
    expect((await unpinnedOf({ saver: new OverwritingSaver(), store })).events).toEqual([]);
  });
});
