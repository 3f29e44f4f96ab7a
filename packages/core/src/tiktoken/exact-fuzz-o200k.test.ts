import { describe, expect, it } from "vitest";
import { countDifferences } from "../../../../bench/counters/count-differences.ts";
import { fuzzTexts } from "../../../../bench/counters/fuzz-texts.ts";
import { createReferenceCounter } from "../../../../bench/counters/reference-counter.ts";
import { loadTiktokenCounter } from "./load-tiktoken-counter.ts";

describe("o200k_base", async () => {
  const { count } = await loadTiktokenCounter("o200k_base");
  const reference = createReferenceCounter("o200k_base");

  it("counts 200,000 fuzzed texts as the reference does", () => {
    const { compared, differences } = countDifferences(count, reference, fuzzTexts(1, 200_000));
    expect(compared).toBe(200_000);
    expect(differences).toEqual([]);
  });
});
