import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSaverSummaryStore } from "./saver-summary-store.ts";
import { withPinnedSummaries } from "./with-pinned-summaries.ts";

describe("withPinnedSummaries", () => {
  it("leaves the saver what it is", () => {
    const saver = withPinnedSummaries(SqliteSaver.fromConnString(":memory:"));
    expect(saver).toBeInstanceOf(SqliteSaver);
    expect(JSON.stringify({ saver })).toBe('{"saver":"[SqliteSaver]"}');
  });

  it("wraps once, and shares the saver's store", () => {
    const saver = new MemorySaver();
    const wrapped = withPinnedSummaries(saver);
    expect(withPinnedSummaries(wrapped)).toBe(wrapped);
    expect(wrapped.summaries).toBe(createSaverSummaryStore(saver));
    expect(createSaverSummaryStore(wrapped)).toBe(wrapped.summaries);
  });

  it("gives versions that rise, keep counting, and differ between branches", () => {
    const saver = withPinnedSummaries(new MemorySaver());
    expect(Math.floor(saver.getNextVersion(undefined))).toBe(1);
    fc.assert(
      fc.property(fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e6, noNaN: true })), (current) => {
        const [left, right] = [saver.getNextVersion(current), saver.getNextVersion(current)];
        expect(left).toBeGreaterThan(current);
        expect(Math.floor(left)).toBe(Math.floor(current) + 1);
        expect(left).not.toBe(right);
      }),
    );
  });

  it("keeps counting where a thread goes back to the bare saver", () => {
    const saver = new MemorySaver();
    const version = withPinnedSummaries(saver).getNextVersion(7);
    expect(saver.getNextVersion(version)).toBeGreaterThan(version);
  });

  it("leaves versions of the saver's own making alone", () => {
    class Named extends MemorySaver {
      override getNextVersion(current: number | undefined): number {
        return (current ?? 0) + 10;
      }
    }
    expect(withPinnedSummaries(new Named()).getNextVersion(5)).toBe(15);
  });
});
