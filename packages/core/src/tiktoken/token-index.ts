import { hashBytes, mix, sameBytes } from "./byte-string.ts";
import type { DecodedRanks } from "./decode-ranks.ts";

/** Tokens by their bytes. */
export interface TokenIndex {
  /** Rank of the `length` bytes of `view` at `start`, or {@link noRank} when they are no token. */
  rankOf(view: DataView, start: number, length: number): number;
  /** Identifies the tokens and their order. */
  readonly fingerprint: number;
}

/** Rank of bytes that are no token: above every rank. */
export const noRank = 0x7fffffff;

/**
 * Indexes tokens by open addressing, at most half full. An entry is 0, or rank + 1 in its low bits and, above them, the
 * high bits of the token's hash, so that a probe seldom looks at the bytes of another token.
 */
export function createTokenIndex({ tokenBytes, offsets, tokenCount }: DecodedRanks): TokenIndex {
  const tokens = new DataView(tokenBytes.buffer);
  const rankMask = 2 ** Math.ceil(Math.log2(tokenCount + 1)) - 1;
  const entries = new Int32Array(2 * (rankMask + 1));
  const wrap = entries.length - 1;

  function enter(rank: number, hash: number): void {
    let slot = hash & wrap;
    while (entries[slot] !== 0) slot = (slot + 1) & wrap;
    entries[slot] = (hash & ~rankMask) | (rank + 1);
  }

  let fingerprint = 0;
  let start = 0;
  for (let rank = 0; rank < tokenCount; rank++) {
    const end = offsets[rank + 1] ?? start;
    const hash = hashBytes(tokens, start, end - start);
    enter(rank, hash);
    fingerprint = mix(fingerprint, hash);
    start = end;
  }

  function rankOf(view: DataView, start: number, length: number): number {
    const hash = hashBytes(view, start, length);
    for (let slot = hash & wrap; ; slot = (slot + 1) & wrap) {
      const entry = entries[slot] ?? 0;
      if (entry === 0) return noRank;
      if (((entry ^ hash) & ~rankMask) !== 0) continue;
      const rank = (entry & rankMask) - 1;
      const offset = offsets[rank] ?? 0;
      if ((offsets[rank + 1] ?? 0) - offset === length && sameBytes({ view, start, length }, tokens, offset))
        return rank;
    }
  }

  return { rankOf, fingerprint };
}
