import type { ClassifiedText } from "./classified-text.ts";
import type { RankTable } from "./rank-table.ts";

/**
 * State of merging one run of bytes after another. A run is a piece, or a window of a long one. Its tokens are a list
 * linked by position, and a position counts from the run's first byte. The arrays grow to the longest run; windows keep
 * that at 1 KB (12 KB of state), see `mergePiece`.
 */
export interface BytePairMerger {
  readonly table: RankTable;
  readonly text: ClassifiedText;
  /** Length of the windows of long pieces. */
  readonly windowBytes: number;
  /** First byte of the run in the text. */
  from: number;
  /** For each token where the next begins; for the last, where the run ends; for the end, 0. */
  next: Int32Array;
  /** For each token where the one before begins; -1 for the first. */
  previous: Int32Array;
  /** Rank of the token that a token and the next would merge into, `noRank` when they would not. */
  ranks: Int32Array;
  /** Lowest rank of each block of 2 ** `blockShift` positions. */
  lowest: Int32Array;
  blockShift: number;
  /** Elementary steps so far: ranks looked up and looked through. The linear-time tests bound them. */
  steps: number;
}

/** Eight times the longest token of both encodings, so that each window meets its successor at once. */
const defaultWindowBytes = 1024;

/** A merger for the bytes that lie in `text` at the time; tests pass windows too short to meet. */
export function createBytePairMerger(
  table: RankTable,
  text: ClassifiedText,
  windowBytes: number = defaultWindowBytes,
): BytePairMerger {
  return { table, text, windowBytes, from: 0, blockShift: 0, steps: 0, ...arraysFor(windowBytes) };
}

/** The arrays for runs of up to `length` bytes. */
export function arraysFor(length: number): Pick<BytePairMerger, "next" | "previous" | "ranks" | "lowest"> {
  const array = (): Int32Array => new Int32Array(length + 1);
  return { next: array(), previous: array(), ranks: array(), lowest: array() };
}
