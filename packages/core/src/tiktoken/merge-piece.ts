import type { BytePairMerger } from "./byte-pair-merger.ts";
import { mergeRun } from "./merge-run.ts";

/** Bytes of the text that merge among themselves. */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

/**
 * Merges a piece of any length and returns its number of tokens; appends the first byte of each to `starts`, when given.
 * Time is linear in the length, because a long piece is merged in overlapping windows.
 *
 * Why that is exact: up to the first merge across a border of the result, the bytes of each token merge among
 * themselves, in the order they would alone; so whether two neighbours stay apart depends on these two only, and tokens
 * are the result of merging their bytes if and only if each two neighbours are the result of merging theirs. Hence two
 * windows may be joined at a token that both hold: its left neighbour comes from the first, its right one from the second.
 *
 * The second window begins at a token of the first. Should its first token differ, it begins further back, and at last
 * the first window is made longer: slower (n log n), never wrong. No text known to us needs that.
 */
export function mergePiece(merger: BytePairMerger, piece: Piece, starts?: number[]): number {
  let { start } = piece;
  let size = merger.windowBytes;
  let overlap = Math.max(1, size >> 3);
  let tokens = 0;
  let count = mergeRun(merger, start, Math.min(start + size, piece.end));
  while (start + size < piece.end) {
    const kept = lastTokenWithin(merger.starts, count, size - overlap);
    const bridge = start + (merger.starts[kept] ?? 0);
    const bridgeEnd = start + (merger.starts[kept + 1] ?? 0);
    appendStarts(merger, kept, starts);
    count = mergeRun(merger, bridge, Math.min(bridge + size, piece.end));
    if (kept > 0 && bridge + (merger.starts[1] ?? 0) === bridgeEnd) {
      start = bridge;
      tokens += kept;
      continue;
    }
    // The windows do not meet here.
    if (starts !== undefined) starts.length -= kept;
    if (overlap < size >> 1) overlap *= 2;
    else size *= 2;
    count = mergeRun(merger, start, Math.min(start + size, piece.end));
  }
  appendStarts(merger, count, starts);
  return tokens + count;
}

/** The first byte of each token of the piece. */
export function tokenStarts(merger: BytePairMerger, piece: Piece): readonly number[] {
  const starts: number[] = [];
  mergePiece(merger, piece, starts);
  return starts;
}

/** Index of the last token that ends within the first `limit` bytes, at least 0. */
function lastTokenWithin(starts: Int32Array, count: number, limit: number): number {
  let index = count - 1;
  while (index > 0 && (starts[index + 1] ?? 0) > limit) index--;
  return index;
}

/** Appends the first `count` token starts of the run, counted from the beginning of the text. */
function appendStarts(merger: BytePairMerger, count: number, target: number[] | undefined): void {
  if (target === undefined) return;
  for (let index = 0; index < count; index++) target.push(merger.from + (merger.starts[index] ?? 0));
}
