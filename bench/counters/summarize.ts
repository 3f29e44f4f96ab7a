import type { CandidateMeasurement } from "./measure-candidate.ts";

/** The best of the rounds of one candidate: what other work on the machine disturbed least. Load in milliseconds, speeds in million tokens a second. */
export interface CandidateSummary {
  readonly name: string;
  readonly load: number;
  readonly first: number;
  readonly warm: number;
  readonly wrong: number;
  readonly texts: number;
  /** Milliseconds for 2,000 times one letter, and how many times those for 500. */
  readonly unbroken: number;
  readonly unbrokenGrowth: number;
  /** Against js-tiktoken in the same run: of load times, and of speeds. */
  readonly ratio: { readonly load: number; readonly first: number; readonly warm: number };
}

const baseline = "js-tiktoken";
const reference = "tiktoken (WASM)";

export function summarize(measured: ReadonlyMap<string, readonly CandidateMeasurement[]>): readonly CandidateSummary[] {
  const expected = measured.get(reference)?.[0]?.counts ?? [];
  const base = measured.get(baseline) ?? [];
  return [...measured].map(([name, runs]) => {
    const tokens = measured.get(reference)?.[0]?.typicalTokens ?? 0;
    const counts = runs[0]?.counts ?? [];
    const [short, long] = [best(runs, (run) => run.unbroken[0]), best(runs, (run) => run.unbroken[1])];
    return {
      name,
      load: best(runs, (run) => run.load),
      first: tokens / best(runs, (run) => run.first) / 1000,
      warm: tokens / best(runs, (run) => run.warm) / 1000,
      wrong: expected.filter((count, index) => count !== counts[index]).length,
      texts: expected.length,
      unbroken: long,
      unbrokenGrowth: long / short,
      ratio: {
        load: rounded(best(runs, (run) => run.load) / best(base, (run) => run.load)),
        first: rounded(best(base, (run) => run.first) / best(runs, (run) => run.first)),
        warm: rounded(best(base, (run) => run.warm) / best(runs, (run) => run.warm)),
      },
    };
  });
}

function best(runs: readonly CandidateMeasurement[], of: (run: CandidateMeasurement) => number): number {
  return Math.min(...runs.map(of));
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
