import type { TokenCounter } from "../token-counter.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { tokenUnit } from "./estimator-tables.ts";
import { tablesHash } from "./estimator-tables.generated.ts";

/** What the estimate is raised by; docs/conservative-counter.md has the measurements behind it. */
const margin = { numerator: 21, denominator: 20, tokens: 3 } as const;

/**
 * Tokens of a text for a model whose tokenizer is unknown: an estimate from character pairs, words and scripts that is
 * built to err high, never above the UTF-8 bytes. Integers up to one rounding at the end, so that a count is the same
 * on every machine; linear time. It is not a bound: docs/conservative-counter.md states how often it is below the
 * count of which vocabulary. Every ASCII digit counts one.
 */
export const conservativeCounter: TokenCounter = {
  id: "conservative",
  version: `pairs-words-1:${tablesHash}`,
  exactness: "conservative",
  unit: "tokens",
  count: countConservatively,
};

/** Digits take no share of the margin: their price of one token each is a bound already. */
function countConservatively(text: string): number {
  const { cost, digits, bytes } = estimateTokens(text);
  const raised = Math.ceil((cost * margin.numerator) / (margin.denominator * tokenUnit));
  return Math.min(bytes, raised + digits + margin.tokens);
}
