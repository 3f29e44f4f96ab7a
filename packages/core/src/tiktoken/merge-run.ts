import { beginRun, rankWithin, type BytePairMerger } from "./byte-pair-merger.ts";
import { mergeByHeap } from "./merge-by-heap.ts";
import { noRank } from "./token-index.ts";

/** Up to this many bytes, looking through all pairs for the lowest rank beats keeping them in a heap. */
const longestScan = 96;

/**
 * Merges the bytes of the text from `from` to `to`: of all neighbours that together are a token the pair of lowest rank
 * first, of equals the leftmost, until there is none. Returns the number of tokens; their starts are in `merger.starts`.
 */
export function mergeRun(merger: BytePairMerger, from: number, to: number): number {
  beginRun(merger, from, to);
  return to - from <= longestScan ? mergeByScan(merger, to - from) : mergeByHeap(merger, to - from);
}

function mergeByScan(merger: BytePairMerger, length: number): number {
  const { starts, ranks } = merger;
  let steps = 0;
  let count = length;
  for (;;) {
    let lowest = noRank;
    let at = 0;
    for (let index = 0; index < count; index++) {
      const rank = ranks[index] ?? noRank;
      if (rank < lowest) {
        lowest = rank;
        at = index;
      }
    }
    steps += count;
    if (lowest === noRank) break;
    count--;
    for (let index = at + 1; index <= count; index++) {
      starts[index] = starts[index + 1] ?? length;
      ranks[index] = ranks[index + 1] ?? noRank;
    }
    ranks[at] = pairRank(merger, at, count);
    if (at > 0) ranks[at - 1] = pairRank(merger, at - 1, count);
  }
  merger.steps += steps;
  return count;
}

/** Rank of what the `at`-th of `count` tokens and its right neighbour would merge into. */
function pairRank(merger: BytePairMerger, at: number, count: number): number {
  if (at + 1 >= count) return noRank;
  const { starts } = merger;
  return rankWithin(merger, starts[at] ?? 0, starts[at + 2] ?? 0);
}
