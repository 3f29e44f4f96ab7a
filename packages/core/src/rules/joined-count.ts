import type { TokenCounter } from "../token-counter.ts";

/** Units of a text that is sent in pieces but tokenized as one. */
export interface JoinedCount {
  /** Units per piece, in order. */
  readonly pieces: readonly number[];
  /** What the joints add to the pieces (mostly negative); 0 where the counter attributes tokens itself. */
  readonly joints: number;
}

/** Counts `pieces` as the one text they form: `sum(pieces) + joints` equals `counter.count(pieces.join(""))`. */
export function countJoined(counter: TokenCounter, pieces: readonly string[]): JoinedCount {
  const attributed = counter.countParts?.(pieces);
  if (attributed !== undefined) return { pieces: attributed, joints: 0 };
  const counts = pieces.map((piece) => counter.count(piece));
  return { pieces: counts, joints: counter.count(pieces.join("")) - sum(counts) };
}

/** Sum of integers; 0 for none. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Units of `before + after` beyond those of `before`; 0 at least. */
export function joinTokens(counter: TokenCounter, before: string, after: string): number {
  return Math.max(0, counter.count(before + after) - counter.count(before));
}
