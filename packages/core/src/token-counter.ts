/**
 * How far a count may be trusted.
 *
 * - `exact`: equals the provider's bill in every billed case of its group.
 * - `calibrated`: a proxy tokenizer with a measured factor, or rules that some billed cases miss.
 * - `conservative`: an estimator built to err high; it publishes its under-rate.
 * - `sound`: an upper bound that cannot be exceeded (UTF-8 bytes for byte-level vocabularies).
 */
export type Exactness = "exact" | "calibrated" | "conservative" | "sound";

/** Identity of a counter as written into the ledger and into the request fingerprint. */
export interface CounterProvenance {
  /** Stable name, for example `o200k_base`. */
  readonly id: string;
  /** Changes whenever any text may count differently. */
  readonly version: string;
  readonly exactness: Exactness;
  /** What one unit is. Window and reservations are stated in the same unit. */
  readonly unit: "tokens" | "chars";
}

/** Counts text, synchronously and deterministically. Text that spells a special token is ordinary text. */
export interface TokenCounter extends CounterProvenance {
  /** Units in `text`; lone surrogates count as U+FFFD. Never throws, whatever the text. */
  count(text: string): number;
  /**
   * Units of `parts.join("")`, each unit attributed to the part that owns its first byte, so that the
   * result sums to `count(parts.join(""))`. Without it each part is counted on its own.
   */
  countParts?(parts: readonly string[]): readonly number[];
}

/** The provenance of a counter without its functions: plain data for the ledger. */
export function provenanceOf(counter: CounterProvenance): CounterProvenance {
  return { id: counter.id, version: counter.version, exactness: counter.exactness, unit: counter.unit };
}

/** By how easily a count may be under the bill. */
const weakest: readonly Exactness[] = ["exact", "sound", "calibrated", "conservative"];

/** What a sum of counts of these levels is: the level that may most easily be under; `exact` for none. */
export function leastExact(levels: Iterable<Exactness>): Exactness {
  let rank = 0;
  for (const level of levels) rank = Math.max(rank, weakest.indexOf(level));
  return weakest[rank] ?? "conservative";
}

/** Counts each part with the counter's own attribution where it has one. */
export function countEach(counter: TokenCounter, parts: readonly string[]): readonly number[] {
  return counter.countParts?.(parts) ?? parts.map((part) => counter.count(part));
}

/** Unicode code points (the RFC 0111 unit `chars`); a lone surrogate is one. */
export const charsCounter: TokenCounter = {
  id: "chars",
  version: "1",
  exactness: "exact",
  unit: "chars",
  count: countCodePoints,
};

function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      index++;
    }
  }
  return count;
}
