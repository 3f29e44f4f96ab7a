import { hashBytes } from "./hash-bytes.ts";

/** The vocabulary of an encoding. The lower a token's rank, the earlier a pair merges into it. */
export interface RankTable {
  readonly tokenCount: number;
  /** Bytes of the longest token. */
  readonly longestToken: number;
  /** All tokens back to back, in rank order: three bytes for the rank, one for the length, then the token. */
  readonly tokens: Uint8Array;
  /**
   * Tokens by open addressing; the slot is the high bits of the hash. An entry is 0, or where the token's bytes lie (its
   * low `positionBits`) below the low bits of the hash, so that a probe seldom looks at the bytes of another token.
   */
  readonly entries: Int32Array;
  readonly positionBits: number;
  /** How far a hash is shifted down to its slot. */
  readonly slotShift: number;
  /** Rank of every token of two bytes, by `first << 8 | second`, or {@link noRank}. */
  readonly pairRanks: Int32Array;
  /** Identifies the tokens and their order. */
  readonly fingerprint: number;
}

/** Rank of bytes that are no token: above every rank. */
export const noRank = 0x7fffffff;

/** Rank of the two bytes at `start`, or {@link noRank} when they are no token. */
export function rankOfPair({ pairRanks }: RankTable, bytes: Uint8Array, start: number): number {
  return pairRanks[((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)] ?? noRank;
}

/** Bytes before a token: three of its rank, one of its length. */
export const tokenHead = 4;

/** A text whose bytes are looked up in a table. */
export interface SearchedText {
  readonly table: RankTable;
  readonly text: { readonly bytes: Uint8Array };
}

/** Rank of the bytes from `start` to `end`, or {@link noRank} when they are no token. */
export function searchRank({ table, text }: SearchedText, start: number, end: number): number {
  const { bytes } = text;
  const { tokens, entries, positionBits } = table;
  const hash = hashBytes(bytes, start, end);
  const check = hash << positionBits;
  const positions = (1 << positionBits) - 1;
  const wrap = entries.length - 1;
  for (let slot = hash >>> table.slotShift; ; slot = (slot + 1) & wrap) {
    const entry = entries[slot] ?? 0;
    if (entry === 0) return noRank;
    if ((entry & ~positions) !== check) continue;
    const token = entry & positions;
    if (tokens[token - 1] !== end - start) continue;
    let at = start;
    while (at < end && bytes[at] === tokens[token + at - start]) at++;
    if (at === end)
      return ((tokens[token - 4] ?? 0) << 16) | ((tokens[token - 3] ?? 0) << 8) | (tokens[token - 2] ?? 0);
  }
}
