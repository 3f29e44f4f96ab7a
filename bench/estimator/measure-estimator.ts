import type { TokenCounter } from "@plimsoll/core";
import type { CorpusText } from "./estimator-corpus.ts";

/** Estimate over true count, over the chunks of one class. */
export interface EstimatorFigures {
  readonly chunks: number;
  /** Chunks whose estimate is below the true count. */
  readonly under: number;
  /** `under` per hundred chunks. */
  readonly underPercent: number;
  /** The smallest estimate over true count. */
  readonly worst: number;
  readonly median: number;
  /** Nine chunks in ten are at or below. */
  readonly ninety: number;
}

/** Figures of `estimator` against `exact`; a chunk without tokens is left out. */
export function measureEstimator(
  estimator: Pick<TokenCounter, "count">,
  exact: Pick<TokenCounter, "count">,
  chunks: readonly CorpusText[],
): EstimatorFigures {
  const ratios = chunks
    .map(({ text }) => ({ tokens: exact.count(text), text }))
    .filter(({ tokens }) => tokens > 0)
    .map(({ tokens, text }) => estimator.count(text) / tokens)
    .toSorted((left, right) => left - right);
  const at = (share: number): number => ratios[Math.floor(share * (ratios.length - 1))] ?? Number.NaN;
  const under = ratios.filter((ratio) => ratio < 1).length;
  return {
    chunks: ratios.length,
    under,
    underPercent: (100 * under) / ratios.length,
    worst: at(0),
    median: at(0.5),
    ninety: at(0.9),
  };
}
