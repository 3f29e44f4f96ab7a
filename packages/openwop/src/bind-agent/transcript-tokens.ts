import { charsCounter, type TokenCounter } from "@plimsoll/core";
import { type ContextBudgetConfiguration, countingBy } from "../context-budget-configuration.ts";

/** Who counts transcripts, as it is advertised; code points where nothing is. */
export function transcriptCounterOf(configuration: ContextBudgetConfiguration | undefined): TokenCounter {
  return configuration === undefined ? charsCounter : countingBy(configuration);
}

/** Units of rendered texts in an outsider's account: the sum over the entries (RFC 0111, seam). */
export function unitsOf(texts: readonly string[], counter: TokenCounter): number {
  return texts.reduce((sum, text) => sum + counter.count(text), 0);
}
