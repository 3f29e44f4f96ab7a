import { describe, expect, it } from "vitest";
import * as data from "./calibration-data.ts";

interface Found {
  readonly value: number;
  readonly sample: number;
  readonly source: string;
  readonly date: string;
}

function measuredNumbers(value: unknown): readonly Found[] {
  if (typeof value !== "object" || value === null) return [];
  if ("sample" in value) return [value as Found];
  return Object.values(value).flatMap(measuredNumbers);
}

describe("calibration data", () => {
  it("gives source, month and sample size for every number", () => {
    const numbers = measuredNumbers(data);
    expect(numbers.length).toBeGreaterThan(100);
    for (const { value, sample, source, date } of numbers) {
      expect(Number.isSafeInteger(value)).toBe(true);
      expect(source.length).toBeGreaterThan(10);
      expect(date).toMatch(/^\d{4}-\d{2}$/);
      expect(sample > 0 || /^(published|assumed)/.test(source), source).toBe(true);
    }
  });
});
