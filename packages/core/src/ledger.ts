import type { SegmentKind } from "./outbound-request.ts";
import type { Exactness } from "./token-counter.ts";

/** One line of the ledger. Rows stand in the order of the request; their tokens sum to `totalInputTokens`. Content-free. */
export interface LedgerRow {
  readonly segment: SegmentKind;
  /** What it is, for people: a role, a tool's name. */
  readonly label: string;
  /** Units of the counter, framing included. May be negative only for framing that a surface saves by merging texts, and for the difference to a reported usage. */
  readonly tokens: number;
  /** UTF-8 bytes and SHA-256 of the segment's serialised content; 0 and the hash of nothing for pure framing. */
  readonly bytes: number;
  readonly sha256: string;
  /** Id of the counter; `provider` for the difference to a reported usage. */
  readonly counter: string;
  readonly exactness: Exactness;
  /** Index in the request's segments; absent for framing. */
  readonly segmentIndex?: number;
  /** Message id in the caller's state, where there is one. */
  readonly messageId?: string;
}

/** Tokens by segment. */
export type SegmentTotals = { readonly [kind in SegmentKind]: number };

/** Tokens of each segment by its index in the request. */
export function tokensBySegment(rows: readonly LedgerRow[]): ReadonlyMap<number, number> {
  const tokens = new Map<number, number>();
  for (const row of rows) if (row.segmentIndex !== undefined) tokens.set(row.segmentIndex, row.tokens);
  return tokens;
}

/** The largest rows first; ties keep the order of the request. */
export function largestRows(rows: readonly LedgerRow[], count: number): readonly LedgerRow[] {
  return [...rows].sort((left, right) => right.tokens - left.tokens).slice(0, count);
}
