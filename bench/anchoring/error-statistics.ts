/** A count and what the provider reported in its stead. */
export interface Prediction {
  readonly predicted: number;
  readonly reported: number;
}

interface Spread {
  readonly median: number;
  readonly p5: number;
  readonly p95: number;
  /** The most that a prediction was below the report, as a negative number; 0 where none was. */
  readonly worstUnder: number;
}

/** Prediction minus report over all calls, in tokens and in percent of the report. */
export interface Errors {
  readonly calls: number;
  readonly tokens: Spread;
  readonly percent: Spread;
  /** Share of the calls whose prediction was below the report. */
  readonly underRate: number;
}

export function errorStatistics(predictions: readonly Prediction[]): Errors {
  const errors = predictions.map(({ predicted, reported }) => predicted - reported);
  const percents = predictions.map(({ predicted, reported }) => ((predicted - reported) * 100) / reported);
  return {
    calls: predictions.length,
    tokens: spread(errors, 0),
    percent: spread(percents, 2),
    underRate: errors.filter((error) => error < 0).length / Math.max(1, errors.length),
  };
}

function spread(values: readonly number[], digits: number): Spread {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const rounded = (value: number): number => Number(value.toFixed(digits));
  return {
    median: rounded(at(0.5)),
    p5: rounded(at(0.05)),
    p95: rounded(at(0.95)),
    worstUnder: rounded(Math.min(0, at(0))),
  };
}
