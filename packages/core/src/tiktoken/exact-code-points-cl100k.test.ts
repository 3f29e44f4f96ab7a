import { describe, expect, it } from "vitest";
import { codePointTexts, loneCodePointTexts, wholeTexts } from "../../../../bench/counters/code-point-texts.ts";
import { countDifferences } from "../../../../bench/counters/count-differences.ts";
import { createReferenceCounter } from "../../../../bench/counters/reference-counter.ts";
import { loadTiktokenCounter } from "./load-tiktoken-counter.ts";

describe("cl100k_base", async () => {
  const { count } = await loadTiktokenCounter("cl100k_base");
  const reference = createReferenceCounter("cl100k_base");

  it("counts every assigned code point on its own as the reference does", () => {
    expect(countDifferences(count, reference, loneCodePointTexts()).differences).toEqual([]);
  });

  it("counts every assigned code point in nine contexts as the reference does", () => {
    expect(countDifferences(count, reference, codePointTexts()).differences).toEqual([]);
  });

  it("counts every code point of the basic plane at the end of a text as the reference does", () => {
    expect(countDifferences(count, reference, wholeTexts()).differences).toEqual([]);
  });
});
