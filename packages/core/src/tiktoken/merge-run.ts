import { type BytePairMerger, reserve } from "./byte-pair-merger.ts";
import { noRank, rankOfPair } from "./rank-table.ts";
import { rankOf } from "./recent-ranks.ts";

/** A heap key is rank × this + start, so that the least key is the lowest rank and of equals the leftmost. */
const keySpan = 2 ** 32;

/**
 * Merges the bytes of the text from `from` to `to`: of all neighbours that together are a token the pair of lowest rank
 * first, of equals the leftmost, until there is none. Returns the number of tokens; their starts are in `merger.starts`.
 *
 * Pairs lie in a binary heap, tokens in a list linked by their first bytes (0 behind the end). Pairs that a merge has
 * changed stay in the heap and are recognised when they surface: their rank is no longer the one noted for their start.
 */
export function mergeRun(merger: BytePairMerger, from: number, to: number): number {
  let size = beginRun(merger, from, to - from);
  const { ranks, previous, next, heap } = merger;
  while (size > 0) {
    const key = heap[0] ?? 0;
    size = removeLeast(merger, size);
    const rank = Math.floor(key / keySpan) | 0;
    const start = (key - rank * keySpan) | 0;
    if (ranks[start] !== rank) continue;
    const removed = next[start] ?? 0;
    const after = next[removed] ?? 0;
    ranks[removed] = noRank;
    next[start] = after;
    previous[after] = start;
    size = renewPair(merger, start, size);
    const before = previous[start] ?? 0;
    if (before >= 0) size = renewPair(merger, before, size);
  }
  return collectStarts(merger, to - from);
}

/** Makes every byte of the run a token of its own, heaps the pairs of them that are tokens, returns the heap's size. */
function beginRun(merger: BytePairMerger, from: number, length: number): number {
  reserve(merger, length);
  merger.from = from;
  merger.steps += length;
  const { ranks, previous, next, heap, text, table } = merger;
  let size = 0;
  for (let start = 0; start < length; start++) {
    const rank = start + 1 < length ? rankOfPair(table, text.bytes, from + start) : noRank;
    previous[start] = start - 1;
    next[start] = start + 1;
    ranks[start] = rank;
    if (rank !== noRank) heap[size++] = rank * keySpan + start;
  }
  next[length] = 0;
  for (let at = (size >> 1) - 1; at >= 0; at--) sink(merger, at, size);
  return size;
}

/** Rank of the bytes of the run from `start` to `end`. */
function rankWithin(merger: BytePairMerger, start: number, end: number): number {
  if (end - start > merger.table.longestToken) return noRank;
  return rankOf(merger, merger.from + start, merger.from + end);
}

/** Notes the rank of the pair at `start` anew, adds it to the heap if it has one, returns the heap's size. */
function renewPair(merger: BytePairMerger, start: number, size: number): number {
  const { ranks, next } = merger;
  merger.steps++;
  const end = next[next[start] ?? 0] ?? 0;
  const rank = end > start ? rankWithin(merger, start, end) : noRank;
  ranks[start] = rank;
  if (rank === noRank) return size;
  rise(merger, size, rank * keySpan + start);
  return size + 1;
}

function removeLeast(merger: BytePairMerger, size: number): number {
  const { heap } = merger;
  heap[0] = heap[size - 1] ?? 0;
  sink(merger, 0, size - 1);
  return size - 1;
}

function rise(merger: BytePairMerger, from: number, key: number): void {
  const { heap } = merger;
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const parentKey = heap[parent] ?? 0;
    merger.steps++;
    if (parentKey <= key) break;
    heap[at] = parentKey;
    at = parent;
  }
  heap[at] = key;
}

function sink(merger: BytePairMerger, from: number, size: number): void {
  const { heap } = merger;
  const key = heap[from] ?? 0;
  let at = from;
  for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
    const childKey = heap[child] ?? 0;
    merger.steps++;
    if (childKey >= key) break;
    heap[at] = childKey;
    at = child;
  }
  heap[at] = key;
}

function collectStarts(merger: BytePairMerger, length: number): number {
  const { starts, next } = merger;
  let count = 0;
  for (let start = 0; start < length; start = next[start] ?? 0) starts[count++] = start;
  starts[count] = length;
  return count;
}
