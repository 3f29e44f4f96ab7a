import type { ClassifiedText } from "./classified-text.ts";
import type { RankTable } from "./rank-table.ts";
import { createRecentRanks, type RecentRanks } from "./recent-ranks.ts";

/**
 * State of merging one run of bytes after another. A run is a piece, or a window of a long one; positions in it count
 * from its first byte. The arrays grow to the longest run; windows keep that at 1 KB (30 KB of state), see `mergePiece`.
 */
export interface BytePairMerger {
  readonly table: RankTable;
  readonly text: ClassifiedText;
  readonly recent: RecentRanks;
  /** Length of the windows of long pieces. */
  readonly windowBytes: number;
  /** First byte of the run in the text. */
  from: number;
  /** Where each token of the run begins; behind the last, where it ends. */
  starts: Int32Array;
  /** Rank of the pair that begins with a token, {@link noRank} when the pair is no token. */
  ranks: Int32Array;
  /** Neighbours by position, and pairs by rank: what merging by heap needs besides. */
  previous: Int32Array;
  next: Int32Array;
  heap: Float64Array;
  /** Elementary steps so far: pairs compared, ranks looked up, heap levels walked. The linear-time tests bound them. */
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
  return { table, text, recent: createRecentRanks(), windowBytes, from: 0, steps: 0, ...arraysFor(windowBytes) };
}

function arraysFor(length: number): Pick<BytePairMerger, "starts" | "ranks" | "previous" | "next" | "heap"> {
  return {
    starts: new Int32Array(length + 1),
    ranks: new Int32Array(length + 1),
    previous: new Int32Array(length + 1),
    next: new Int32Array(length + 1),
    // A merge takes one pair off and adds at most two.
    heap: new Float64Array(2 * length),
  };
}

/** Makes room for a run of `length` bytes. */
export function reserve(merger: BytePairMerger, length: number): void {
  if (length >= merger.starts.length) Object.assign(merger, arraysFor(length));
}
