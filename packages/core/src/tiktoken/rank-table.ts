import { PlimsollError } from "../errors.ts";
import { decodeRanks } from "./decode-ranks.ts";
import { createTokenIndex, noRank, type TokenIndex } from "./token-index.ts";

/** The vocabulary of an encoding. The lower a token's rank, the earlier a pair merges into it. */
export interface RankTable {
  readonly rankOf: TokenIndex["rankOf"];
  /** Rank of every token of two bytes, by `first << 8 | second`, or {@link noRank}. */
  readonly pairRanks: Int32Array;
  readonly tokenCount: number;
  /** Bytes of the longest token. */
  readonly longestToken: number;
  /** Identifies the tokens and their order: 8 hexadecimal digits. */
  readonly fingerprint: string;
}

/**
 * Builds the table from the rank text of a `js-tiktoken/ranks/*` module (about 5 MB for o200k_base, 2.5 MB for cl100k_base).
 * Throws `invalid_options` when the text is malformed or lacks a single byte, since then not every text has a count.
 */
export function createRankTable(rankText: string): RankTable {
  const decoded = decodeRanks(rankText);
  const { tokenBytes, offsets, tokenCount } = decoded;
  const { rankOf, fingerprint } = createTokenIndex(decoded);
  const pairRanks = new Int32Array(1 << 16).fill(noRank);
  let longestToken = 0;
  let singleBytes = 0;
  for (let rank = 0; rank < tokenCount; rank++) {
    const start = offsets[rank] ?? 0;
    const length = (offsets[rank + 1] ?? 0) - start;
    if (length > longestToken) longestToken = length;
    if (length === 1) singleBytes++;
    else if (length === 2) pairRanks[((tokenBytes[start] ?? 0) << 8) | (tokenBytes[start + 1] ?? 0)] = rank;
  }
  if (singleBytes !== 256) {
    const message = `The ranks hold ${singleBytes} of the 256 single bytes; all are needed.`;
    throw new PlimsollError("invalid_options", message, { details: { singleBytes } });
  }
  return { rankOf, pairRanks, tokenCount, longestToken, fingerprint: hexadecimal(fingerprint) };
}

function hexadecimal(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, "0");
}
