import { compileOutboundRequestBudget, type Segment } from "@plimsoll/core";
import { messageSegment, requestOf, textOnlyRules, toolSegment, wordCounter, words } from "@plimsoll/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ledgerDrift } from "./ledger-drift.ts";

function ledger(...segments: readonly Segment[]) {
  return compileOutboundRequestBudget(requestOf(segments), { counter: wordCounter, rules: textOnlyRules });
}

const system = messageSegment("system", "be brief");
const asked = messageSegment("task", "find it");

describe("drift", () => {
  it("is none between equal ledgers", () => {
    const same = ledger(system, toolSegment("search", 3), asked);
    expect(ledgerDrift({ budgeted: same, arrived: same, sent: same })).toMatchObject({
      tokens: 0,
      conversionTokens: 0,
      changes: [],
    });
  });

  it("tells apart what was changed from what the provider's rendering makes of it", () => {
    const budgeted = ledger(system, asked);
    const arrived = ledger(messageSegment("system", "be very brief"), asked);
    const sent = ledger(messageSegment("system", "be very brief"), messageSegment("task", "find it or not"));
    expect(ledgerDrift({ budgeted, arrived, sent })).toMatchObject({
      tokens: 3,
      bySegment: { system: 1, task: 2 },
      conversionTokens: 2,
      changes: [{ change: "changed", segment: "system", label: "system", tokens: 1 }],
    });
  });

  it("tells a row that moved to another segment as gone and come", () => {
    const before = ledger(messageSegment("history", "find it"));
    const after = ledger(messageSegment("task", "find it"));
    expect(ledgerDrift({ budgeted: before, arrived: after, sent: after })).toMatchObject({
      tokens: 0,
      bySegment: { history: -2, task: 2 },
      changes: [
        { change: "added", segment: "task", tokens: 2 },
        { change: "removed", segment: "history", tokens: -2 },
      ],
    });
  });

  it("does not take a new number of an untitled schema for a change", () => {
    const before = ledger(toolSegment("extract-1", 3), asked);
    const after = ledger(toolSegment("extract-7", 3), asked);
    expect(ledgerDrift({ budgeted: before, arrived: after, sent: after }).changes).toEqual([]);
  });

  it("names the largest ten changes, the largest first", () => {
    const added = Array.from({ length: 12 }, (_, index) => messageSegment("history", words(index + 1)));
    const { changes } = ledgerDrift({ budgeted: ledger(asked), arrived: ledger(...added, asked), sent: ledger(asked) });
    expect(changes.map(({ tokens }) => tokens)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });

  it("adds up: segments to the whole, and changes and conversion to the whole", () => {
    const segment = fc.oneof(
      fc.integer({ min: 1, max: 4 }).map((count) => messageSegment("history", words(count))),
      fc.integer({ min: 1, max: 4 }).map((count) => messageSegment("system", words(count))),
      fc.integer({ min: 1, max: 4 }).map((count) => toolSegment(`tool${count}`, count)),
    );
    const request = fc.array(segment, { maxLength: 5 }).map((segments) => ledger(...segments));
    fc.assert(
      fc.property(request, request, request, (budgeted, arrived, sent) => {
        const { tokens, bySegment, changes, conversionTokens } = ledgerDrift({ budgeted, arrived, sent });
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        expect(sum(Object.values(bySegment))).toBe(tokens);
        expect(sum(changes.map((change) => change.tokens)) + conversionTokens).toBe(tokens);
      }),
    );
  });
});
