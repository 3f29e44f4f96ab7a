import { END, MemorySaver, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import type { SummaryStore } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { createSaverSummaryStore } from "./saver-summary-store.ts";
import { storeOfRun } from "./store-of-run.ts";
import { withPinnedSummaries } from "./with-pinned-summaries.ts";

const State = new StateSchema({ messages: MessagesValue });

/** The stores that a node of a graph and a node of its subgraph find. */
async function storesFound(saver?: MemorySaver) {
  const found: (SummaryStore | undefined)[] = [];
  const look = (_state: unknown, { configurable = {} }: { configurable?: Record<string, unknown> }) => {
    found.push(storeOfRun(configurable));
    return {};
  };
  const inner = new StateGraph(State).addNode("look", look).addEdge(START, "look").addEdge("look", END).compile();
  const outer = new StateGraph(State)
    .addNode("look", look)
    .addNode("inner", inner)
    .addEdge(START, "look")
    .addEdge("look", "inner")
    .addEdge("inner", END)
    .compile(saver === undefined ? {} : { checkpointer: saver });
  await outer.invoke({ messages: [] }, { configurable: { thread_id: "one" } });
  return found;
}

describe("storeOfRun", () => {
  it("finds the store of the saver, in a graph and in its subgraph", async () => {
    const saver = new MemorySaver();
    const store = createSaverSummaryStore(saver);
    const [outer, inner] = await storesFound(saver);
    expect(outer).toBe(store);
    expect(inner).toBe(store);
  });

  it("finds the same store whether the saver is wrapped or not", async () => {
    const saver = new MemorySaver();
    const [found] = await storesFound(withPinnedSummaries(saver));
    expect(found).toBe(createSaverSummaryStore(saver));
  });

  it("finds none in a run without a saver", async () => {
    expect(await storesFound()).toEqual([undefined, undefined]);
  });

  it.each([undefined, null, true, "saver", {}, { getTuple() {} }])("finds none in %o", (value) => {
    expect(storeOfRun({ __pregel_checkpointer: value })).toBeUndefined();
  });
});
