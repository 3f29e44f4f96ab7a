import { searchRank, type SearchedText } from "./rank-table.ts";

/** A text whose byte strings are looked up, and the ranks of those looked up last. */
export interface RankedText extends SearchedText {
  readonly text: SearchedText["text"] & { readonly view: DataView };
  readonly recent: RecentRanks;
}

/** Four numbers a slot: the bytes as two words with zeros behind the last, how many they are (0: empty slot), their rank. */
export type RecentRanks = Int32Array;

const slotBits = 14;
const longest = 8;
/** The bytes of the second word that belong to a string of a given length; four places on, those of the first. */
const masks = Int32Array.from({ length: longest + 5 }, (_, bytes) =>
  bytes <= 4 ? 0 : bytes >= 8 ? -1 : -1 >>> (64 - 8 * bytes),
);

/** Holds the ranks of short byte strings (256 KB): a small part of the table, but one that stays in the processor's cache. */
export function createRecentRanks(): RecentRanks {
  return new Int32Array(4 << slotBits);
}

/** Rank of the bytes from `start` to `end`, or `noRank` when they are no token. */
export function rankOf(ranked: RankedText, start: number, end: number): number {
  const length = end - start;
  if (length > longest) return searchRank(ranked, start, end);
  const { view } = ranked.text;
  const { recent } = ranked;
  const first = view.getInt32(start, true) & (masks[length + 4] ?? 0);
  const second = view.getInt32(start + 4, true) & (masks[length] ?? 0);
  const slot = (Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) >>> (32 - slotBits)) << 2;
  if (recent[slot] === first && recent[slot + 1] === second && recent[slot + 2] === length)
    return recent[slot + 3] ?? 0;
  const rank = searchRank(ranked, start, end);
  recent[slot] = first;
  recent[slot + 1] = second;
  recent[slot + 2] = length;
  recent[slot + 3] = rank;
  return rank;
}
