import { compileOutboundRequestBudget } from "@plimsoll/core";
import { loadTiktokenCounter } from "@plimsoll/core/tiktoken";
import { describe, expect, it } from "vitest";
import { compactedForNothing, heldButOver } from "../fixtures/history-only-decisions.ts";
import { verifies } from "../verifies.ts";

describe("a decision from history alone", () => {
  it("holds a request that does not fit; the final request says so", async () => {
    verifies(
      "wo-01/done/history-only-false-decision-corrected",
      "wo-01/acceptance/schema-or-frame-changes-eligibility",
    );
    const budget = compileOutboundRequestBudget(heldButOver.request, {
      counter: await loadTiktokenCounter("o200k_base"),
    });
    expect(heldButOver.historyOnlyFreeRatio).toBeGreaterThan(0.95);
    expect(budget.decision.historyOnly.verdict).toBe("hold");
    expect(budget).toMatchObject({ compactionEligible: true, decision: { verdict: "over" } });
    expect(budget.toolSchemaTokens).toBeGreaterThan(budget.modelContextTokens * 0.7);
  });

  it("compacts a request that has ample room; the final request says so", async () => {
    verifies("wo-01/done/history-only-false-decision-corrected");
    const budget = compileOutboundRequestBudget(compactedForNothing.request, {
      counter: await loadTiktokenCounter("o200k_base"),
    });
    expect(compactedForNothing.historyOnlyFreeRatio).toBeLessThan(0.4);
    expect(budget).toMatchObject({ compactionEligible: false, decision: { verdict: "hold" } });
    expect(budget.freeRatio).toBeGreaterThan(0.5);
  });
});
