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
 * the first window is made longer: slower, never wrong. No text known to us needs that.
 */
export function mergePiece(merger: BytePairMerger, piece: Piece, starts?: number[]): number {
  let { start } = piece;
  let size = merger.windowBytes;
  let overlap = Math.max(1, size >> 3);
  let tokens = 0;
  let count = mergeRun(merger, start, Math.min(start + size, piece.end));
  while (start + size < piece.end) {
    const { kept, bridge, bridgeEnd } = findBridge(merger, size - overlap);
    appendStarts(merger, kept, starts);
    count = mergeRun(merger, bridge, Math.min(bridge + size, piece.end));
    if (kept > 0 && firstTokenEnd(merger) === bridgeEnd) {
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

interface Bridge {
  /** Tokens of the window before the bridge. */
  readonly kept: number;
  readonly bridge: number;
  readonly bridgeEnd: number;
}

/** The last token that ends within the first `limit` bytes of the window, or its first token. */
function findBridge({ next, from }: BytePairMerger, limit: number): Bridge {
  let kept = 0;
  let at = 0;
  let end = next[0] ?? 0;
  for (let following = next[end] ?? 0; following > 0 && following <= limit; following = next[end] ?? 0) {
    at = end;
    end = following;
    kept++;
  }
  return { kept, bridge: from + at, bridgeEnd: from + end };
}

function firstTokenEnd({ next, from }: BytePairMerger): number {
  return from + (next[0] ?? 0);
}

/** Appends where the first `count` tokens of the window begin. */
function appendStarts({ next, from }: BytePairMerger, count: number, target: number[] | undefined): void {
  if (target === undefined) return;
  for (let at = 0, appended = 0; appended < count; appended++, at = next[at] ?? 0) target.push(from + at);
}
