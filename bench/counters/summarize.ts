import type { CandidateMeasurement } from "./measure-candidate.ts";

/** Medians over the rounds of one candidate. Load in milliseconds, speeds in million tokens a second. */
export interface CandidateSummary {
  readonly name: string;
  readonly load: number;
  readonly first: number;
  readonly warm: number;
  readonly wrong: number;
  readonly texts: number;
  /** Milliseconds for 4,000 times one letter, and how many times those for 1,000. */
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
    const typical = expected.slice(0, expected.length);
    const counts = runs[0]?.counts ?? [];
    const tokens = typical.reduce((total, count) => total + count, 0);
    const [short, long] = [median(runs, (run) => run.unbroken[0]), median(runs, (run) => run.unbroken[1])];
    return {
      name,
      load: median(runs, (run) => run.load),
      first: tokens / median(runs, (run) => run.first) / 1000,
      warm: tokens / median(runs, (run) => run.warm) / 1000,
      wrong: expected.filter((count, index) => count !== counts[index]).length,
      texts: expected.length,
      unbroken: long,
      unbrokenGrowth: long / short,
      ratio: {
        load: rounded(median(runs, (run) => run.load) / median(base, (run) => run.load)),
        first: rounded(median(base, (run) => run.first) / median(runs, (run) => run.first)),
        warm: rounded(median(base, (run) => run.warm) / median(runs, (run) => run.warm)),
      },
    };
  });
}

function median(runs: readonly CandidateMeasurement[], of: (run: CandidateMeasurement) => number): number {
  const sorted = runs.map(of).sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
