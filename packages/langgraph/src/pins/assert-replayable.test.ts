import { isPlimsollError, type SummaryRecord, type SummaryStore } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { artifactName, summaryRecord } from "../../../../test/savers/summary-record.ts";
import { createMemorySummaryStore } from "../summaries/memory-summary-store.ts";
import { assertReplayable } from "./assert-replayable.ts";

type Loss = "missing" | "damaged" | "unreadable";

/** A thread with a summary before each of these model calls; some of them are lost. */
async function threadOf(iterations: readonly number[], lost: Readonly<Record<number, Loss>> = {}) {
  const store = createMemorySummaryStore();
  for (const [index, iteration] of iterations.entries())
    await store.put("one", summaryRecord({ ordinal: index + 1, iteration }));
  const read: number[] = [];
  const lossy: SummaryStore = {
    ...store,
    get: async (scope, artifactId) => {
      const record = await store.get(scope, artifactId);
      read.push(record?.ordinal ?? 0);
      const loss = lost[record?.ordinal ?? 0];
      if (loss === "unreadable") throw new Error("the disk is gone");
      return loss === "missing" ? undefined : loss === "damaged" ? ({ ...record, text: "x" } as SummaryRecord) : record;
    },
  };
  return { store: lossy, read };
}

const refusalOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe("assertReplayable", () => {
  it("passes a thread without summaries, and one whose summaries are whole", async () => {
    await assertReplayable((await threadOf([])).store, "one");
    await assertReplayable((await threadOf([4, 8, 12])).store, "one", { fromIteration: 9 });
  });

  it.each<Loss>(["missing", "damaged", "unreadable"])("refuses where one that is needed is %s", async (loss) => {
    const { store } = await threadOf([4, 8, 12], { 3: loss });
    const error = await refusalOf(assertReplayable(store, "one", { fromIteration: 9, fromSeq: 41 }));
    expect(isPlimsollError(error, "replay_context_summary_unavailable")).toBe(true);
    expect(error).toMatchObject({ details: { summaryRef: artifactName(3), fromSeq: 41, status: 409 } });
    expect(String(error)).not.toContain("what was said");
  });

  it("needs the summary that stands where the replay starts, and none before it", async () => {
    const standing = await threadOf([4, 8, 12], { 2: "missing" });
    expect(isPlimsollError(await refusalOf(assertReplayable(standing.store, "one", { fromIteration: 9 })))).toBe(true);
    const superseded = await threadOf([4, 8, 12], { 1: "missing" });
    await assertReplayable(superseded.store, "one", { fromIteration: 9 });
    expect(superseded.read).toEqual([3, 2]);
  });

  it("needs every one for a replay from the beginning", async () => {
    const { store } = await threadOf([4, 8, 12], { 1: "missing" });
    expect(isPlimsollError(await refusalOf(assertReplayable(store, "one")))).toBe(true);
  });

  it("needs the standing one of each namespace", async () => {
    const { store, read } = await threadOf([]);
    await store.put("one", summaryRecord({ ordinal: 1, iteration: 2, namespace: "research" }));
    await store.put("one", summaryRecord({ ordinal: 2, iteration: 3 }));
    await store.put("one", summaryRecord({ ordinal: 3, iteration: 4 }));
    await assertReplayable(store, "one", { fromIteration: 5 });
    expect(read).toEqual([3, 1]);
  });

  it("does not need parts that only summaries were made from", async () => {
    const { store } = await threadOf([4]);
    await store.put("one", summaryRecord({ ordinal: 0 }));
    await assertReplayable(
      { ...store, get: (scope, id) => store.get(scope, id === artifactName(0) ? artifactName(9) : id) },
      "one",
    );
  });

  it("refuses where the list itself cannot be read", async () => {
    const { store } = await threadOf([4]);
    const error = await refusalOf(
      assertReplayable({ ...store, list: () => Promise.reject(new Error("no disk")) }, "one", { fromSeq: 7 }),
    );
    expect(error).toMatchObject({ code: "replay_context_summary_unavailable", details: { fromSeq: 7, status: 409 } });
  });
});
