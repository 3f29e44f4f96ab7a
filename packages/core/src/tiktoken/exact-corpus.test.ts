import { describe, expect, it } from "vitest";
import { countDifferences } from "../../../../bench/counters/count-differences.ts";
import { generatedTexts } from "../../../../bench/counters/generated-texts.ts";
import { longShapes } from "../../../../bench/counters/long-shapes.ts";
import { createReferenceCounter } from "../../../../bench/counters/reference-counter.ts";
import { loadTiktokenCounter } from "./load-tiktoken-counter.ts";

describe.each(["o200k_base", "cl100k_base"] as const)("%s", async (encoding) => {
  const { count } = await loadTiktokenCounter(encoding);
  const reference = createReferenceCounter(encoding);

  it.each(Object.entries(generatedTexts(60_000)))("counts %s as the reference does, whole and in lines", (_, text) => {
    expect(countDifferences(count, reference, [text, ...text.split("\n")]).differences).toEqual([]);
  });

  it.each(Object.entries(longShapes))("counts %s as the reference does at every window border", (_, shape) => {
    const lengths = [90, 97, 127, 128, 129, 130, 300, 1023, 1024, 1025, 1150, 2048, 4000];
    expect(countDifferences(count, reference, lengths.map(shape)).differences).toEqual([]);
  });
});
