import type { TokenCounter } from "../token-counter.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { tokenUnit } from "./estimator-tables.ts";
import { tablesHash } from "./estimator-tables.generated.ts";

/** What the estimate is raised by, and what a digit costs; docs/conservative-counter.md has the measurements behind both. */
const margin = { numerator: 21, denominator: 20, tokens: 2 } as const;
const digit = { numerator: 3, denominator: 4 } as const;

/**
 * Tokens of a text for a model whose tokenizer is unknown: an estimate from character pairs, words and scripts that is
 * built to err high, never above the UTF-8 bytes. Integers throughout, rounded up twice at the end, so that a count is the same
 * on every machine; linear time. It is not a bound: docs/conservative-counter.md states how often it is below the
 * count of which vocabulary. An ASCII digit costs three quarters of a token: a third in some vocabularies, one in others.
 */
export const conservativeCounter: TokenCounter = {
  id: "conservative",
  version: `pairs-words-1:${tablesHash}`,
  exactness: "conservative",
  unit: "tokens",
  count: countConservatively,
};

/** Digits take no share of the margin: their price has its own. */
function countConservatively(text: string): number {
  const { cost, digits, bytes } = estimateTokens(text);
  const raised = Math.ceil((cost * margin.numerator) / (margin.denominator * tokenUnit));
  return Math.min(bytes, raised + Math.ceil((digits * digit.numerator) / digit.denominator) + margin.tokens);
}
