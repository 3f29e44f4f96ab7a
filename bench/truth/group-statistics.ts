/** One case as one counter saw it. */
export interface CountedCase {
  readonly billed: number;
  readonly counted: number;
}

/** How far a counter is from the bill over the cases of a group. Differences in tokens; under is positive where the count was below the bill. */
export interface GroupStatistics {
  readonly n: number;
  readonly exact: number;
  readonly withinOne: number;
  readonly under: number;
  readonly worstUnder: number;
  readonly worstOver: number;
  readonly medianRatio: number;
}

/** Statistics of a group of at least one case. */
export function groupStatistics(cases: readonly CountedCase[]): GroupStatistics {
  const differences = cases.map(({ billed, counted }) => counted - billed);
  return {
    n: cases.length,
    exact: differences.filter((difference) => difference === 0).length,
    withinOne: differences.filter((difference) => Math.abs(difference) <= 1).length,
    under: differences.filter((difference) => difference < 0).length,
    worstUnder: Math.max(0, -Math.min(...differences)),
    worstOver: Math.max(0, ...differences),
    medianRatio: median(cases.map(({ billed, counted }) => counted / billed)),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
