import { rankWithin, type BytePairMerger } from "./byte-pair-merger.ts";
import { noRank } from "./token-index.ts";

/** A heap key is rank × this + start, so that the least key is the lowest rank and of equals the leftmost. */
const keySpan = 2 ** 32;

/**
 * Merges the run that `beginRun` prepared; the result is in `merger.starts` as `mergeRun` promises. Pairs lie in a binary
 * heap, tokens in a list linked by their first bytes (0 behind the end). Pairs that a merge has changed stay in the heap and are recognised
 * when they surface: their rank is no longer the one noted for their start.
 */
export function mergeByHeap(merger: BytePairMerger, length: number): number {
  const { ranks, previous, next, heap } = merger;
  let size = fillHeap(merger, length);
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
  return collectStarts(merger, length);
}

function fillHeap(merger: BytePairMerger, length: number): number {
  const { ranks, previous, next, heap } = merger;
  let size = 0;
  for (let start = 0; start < length; start++) {
    previous[start] = start - 1;
    next[start] = start + 1;
    const rank = ranks[start] ?? noRank;
    if (rank !== noRank) heap[size++] = rank * keySpan + start;
  }
  next[length] = 0;
  for (let at = (size >> 1) - 1; at >= 0; at--) sink(merger, at, size);
  return size;
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
