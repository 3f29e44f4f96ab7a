/** How a set of numbers is spread; percentiles are values of the set (nearest rank). */
export interface Distribution {
  readonly n: number;
  readonly min: number;
  readonly p5: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** The spread of at least one number. */
export function distribution(values: readonly number[]): Distribution {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { n: sorted.length, min: at(0), p5: at(0.05), median: at(0.5), p95: at(0.95), max: at(1) };
}
