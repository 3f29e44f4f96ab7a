import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { charsCounter } from "../token-counter.ts";
import { calibratedCounter } from "./calibrated-counter.ts";
import { calibrationVersion } from "./calibration-data.ts";

const raised = calibratedCounter(charsCounter, { digitsPerToken: 3, perMille: 1_250 });
const digits = calibratedCounter(charsCounter, { digitsPerToken: 1, perMille: 1_000 });

describe("calibratedCounter", () => {
  it("names base, factor, digits and data version", () => {
    expect(raised).toMatchObject({
      id: "chars×1.25",
      version: `1/${calibrationVersion}`,
      exactness: "calibrated",
      unit: "chars",
    });
    expect(digits.id).toBe("chars×1.00+digits");
  });

  it.each([
    ["", 0],
    ["a", 2],
    ["abcd", 5],
    ["abcde", 7],
  ])("rounds %j up once to %i", (text, tokens) => {
    expect(raised.count(text)).toBe(tokens);
  });

  it.each([
    ["12", 2 + 1],
    ["123", 3 + 2],
    ["1234567", 7 + 4],
    ["a1b22", 5 + 1],
    ["no digits", 9],
  ])("adds what single digits cost beyond groups of three to %j", (text, tokens) => {
    expect(digits.count(text)).toBe(tokens);
  });

  it("stays whole and at or above the base for any text and factor from one up", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1_000, max: 3_000 }), (text, perMille) => {
        const count = calibratedCounter(charsCounter, { digitsPerToken: 1, perMille }).count(text);
        expect(Number.isSafeInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(charsCounter.count(text));
      }),
    );
  });
});
