import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { groundTruthCases } from "../bench/truth/ground-truth-cases.ts";
import { groupStatistics, type GroupStatistics } from "../bench/truth/group-statistics.ts";
import { type MeasuredCase, measureTruth } from "../bench/truth/measure-truth.ts";
import { checkTruth } from "../bench/truth/truth-rules.ts";

const directory = join(import.meta.dirname, "..", "..", "shared", "data", "ground-truth");
const cases = groundTruthCases(directory);
const reason = cases === undefined ? " (skipped: the billed requests are not in ../shared/data/ground-truth)" : "";
if (reason !== "") console.log(`ground truth${reason}`);

/** Group, cases, how many are met exactly at least, most tokens under. */
type Floor = readonly [group: string, n: number, exact: number, worstUnder: number];

const openAIFloors: readonly Floor[] = [
  ["openai-chat/gpt-4 text", 21, 21, 0],
  ["openai-chat/gpt-4 tools", 13, 12, 0],
  ["openai-chat/gpt-4 calls", 3, 3, 0],
  ["openai-chat/gpt-4o text", 15, 15, 0],
  ["openai-chat/gpt-4o tools", 13, 13, 0],
  ["openai-chat/gpt-4o calls", 27, 27, 0],
  ["openai-chat/gpt-4o format", 3, 0, 0],
  ["openai-chat/o-series text", 2, 2, 0],
  ["openai-chat/gpt-5 text", 3, 3, 0],
  ["openai-chat/gpt-5 tools", 7, 7, 0],
  ["openai-chat/gpt-5 calls", 3, 3, 0],
  ["openai-responses/gpt-4o calls", 11, 6, 0],
  ["openai-responses/gpt-4o-mini text", 17, 14, 1],
  ["openai-responses/gpt-4o-mini tools", 4, 1, 0],
  ["openai-responses/gpt-5 tools", 10, 8, 0],
  ["openai-responses/gpt-5 calls", 6, 1, 0],
];

/** Group and the most its median count may be of the bill. */
const medianCeilings: readonly (readonly [group: string, ratio: number])[] = [
  ["anthropic/claude-4.5 text", 1.2],
  ["anthropic/claude-4.5 tools", 1.05],
  ["anthropic/claude-4.5 calls", 1.1],
  ["anthropic/claude-4.7 text", 1.2],
  ["anthropic/claude-4.7 tools", 1.15],
  ["anthropic/claude-4.7 calls", 1.2],
  ["gemini/gemini-2.5 text", 1.35],
  ["gemini/gemini-2.5 tools", 1.35],
  ["gemini/gemini-2.5 calls", 1.1],
  ["gemini/gemini-3 calls", 1.15],
  ["gemini/vertex calls", 1.55],
];

describe.skipIf(cases === undefined)(`billed requests${reason}`, () => {
  let measured: readonly MeasuredCase[] = [];
  beforeAll(async () => {
    measured = await measureTruth(cases ?? []);
  });

  function statisticsOf(group: string): GroupStatistics {
    return groupStatistics(measured.filter(({ family, kind }) => `${family} ${kind}` === group));
  }

  it("keep every promise of the provider rules", () => {
    for (const { rule, broken } of checkTruth(measured)) expect(broken, rule).toEqual([]);
  });

  it.each(openAIFloors)(
    "of %s are met: of %i, %i exactly, none under by more than %i",
    (group, n, exact, worstUnder) => {
      const statistics = statisticsOf(group);
      expect(statistics.n).toBe(n);
      expect(statistics.exact).toBeGreaterThanOrEqual(exact);
      expect(statistics.worstUnder).toBeLessThanOrEqual(worstUnder);
    },
  );

  it.each(medianCeilings)("of %s are met by a median of at most %f", (group, ratio) => {
    expect(statisticsOf(group).medianRatio).toBeLessThanOrEqual(ratio);
  });

  it("are labelled exact in more than 90 ledgers", () => {
    expect(measured.filter(({ exactness }) => exactness === "exact").length).toBeGreaterThan(90);
  });

  it("with media are never counted as nothing, nor as the length of their payload", () => {
    for (const { request, counted } of measured.filter(({ kind }) => kind === "media")) {
      expect(counted).toBeGreaterThan(100);
      expect(counted).toBeLessThan(40_000);
      expect(request.segments.length).toBeGreaterThan(0);
    }
  });
});
