import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { headroomTokens, isCompactionEligible, parseThreshold } from "./eligibility.ts";

describe("isCompactionEligible", () => {
  it.each([
    [400, 1_000, false],
    [399, 1_000, true],
    [40_000, 100_000, false],
    [39_999, 100_000, true],
    [3, 7, false],
    [2, 7, true],
    [0, 1, true],
    [-1, 1_000, true],
    [3_602_879_701_896_397, 9_007_199_254_740_991, false],
    [3_602_879_701_896_396, 9_007_199_254_740_991, true],
  ])("with %d free of %d is %s", (free, window, eligible) => {
    verifies("wo-01/contract/held-while-forty-percent-free");
    expect(isCompactionEligible(free, window, parseThreshold(0.4))).toBe(eligible);
  });

  it("turns exactly at the headroom line for any window and threshold", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 0, max: 10_000 }),
        (window, parts) => {
          const line = headroomTokens(window, parts);
          expect(isCompactionEligible(line, window, parts)).toBe(false);
          expect(isCompactionEligible(line - 1, window, parts)).toBe(true);
        },
      ),
    );
  });
});
