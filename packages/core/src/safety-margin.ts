import type { Exactness } from "./token-counter.ts";

/**
 * Percent of the window kept free for counts that may be under: none where the count is the bill or an upper bound,
 * 2 % where billed cases were met by calibration, 5 % where no tokenizer is known.
 */
const percentOfWindow: { readonly [level in Exactness]: number } = {
  exact: 0,
  sound: 0,
  calibrated: 2,
  conservative: 5,
};

/** Default safety margin in tokens, rounded up. */
export function safetyMarginFor(exactness: Exactness, contextWindow: number): number {
  return Math.ceil((contextWindow * percentOfWindow[exactness]) / 100);
}
