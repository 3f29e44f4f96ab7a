import { arraysFor, type BytePairMerger } from "./byte-pair-merger.ts";
import { noRank } from "./token-index.ts";

/** Smallest block: below, looking through blocks costs more than it saves. */
const leastBlockShift = 4;

/**
 * Merges the bytes of the text from `from` to `to`: of all neighbours that together are a token the pair of lowest rank
 * first, of equals the leftmost, until there is none. Returns the number of tokens, which `merger.next` links.
 * The lowest pair is found by blocks of about the square root of the run, so a merge takes that many steps.
 */
export function mergeRun(merger: BytePairMerger, from: number, to: number): number {
  let count = to - from;
  beginRun(merger, from, count);
  const { next, previous } = merger;
  for (let start = lowestPair(merger, to - from); start >= 0; start = lowestPair(merger, to - from)) {
    const removed = next[start] ?? 0;
    const after = next[removed] ?? 0;
    next[start] = after;
    previous[after] = start;
    setRank(merger, removed, noRank);
    setRank(merger, start, pairRank(merger, start));
    const before = previous[start] ?? -1;
    if (before >= 0) setRank(merger, before, pairRank(merger, before));
    count--;
  }
  return count;
}

/** Makes every byte of the run a token. */
function beginRun(merger: BytePairMerger, from: number, length: number): void {
  if (length >= merger.next.length) Object.assign(merger, arraysFor(length));
  merger.from = from;
  merger.blockShift = Math.max(leastBlockShift, (32 - Math.clz32(length)) >> 1);
  const { next, previous, ranks, lowest, blockShift } = merger;
  const { view } = merger.text;
  const { pairRanks } = merger.table;
  const blockMask = (1 << blockShift) - 1;
  for (let at = 0; at < length; at++) {
    const rank = at + 1 < length ? (pairRanks[view.getUint16(from + at)] ?? noRank) : noRank;
    next[at] = at + 1;
    previous[at] = at - 1;
    ranks[at] = rank;
    const block = at >> blockShift;
    if ((at & blockMask) === 0 || rank < (lowest[block] ?? 0)) lowest[block] = rank;
  }
  next[length] = 0;
  merger.steps += length;
}

/** Where the leftmost pair of the lowest rank begins, or -1 when no two neighbours are a token. */
function lowestPair(merger: BytePairMerger, length: number): number {
  const { ranks, lowest, blockShift } = merger;
  const blocks = ((length - 1) >> blockShift) + 1;
  let rank = noRank;
  let block = 0;
  for (let at = 0; at < blocks; at++) {
    const each = lowest[at] ?? noRank;
    if (each < rank) {
      rank = each;
      block = at;
    }
  }
  if (rank === noRank) return -1;
  let start = block << blockShift;
  while (ranks[start] !== rank) start++;
  merger.steps += blocks + start - (block << blockShift);
  return start;
}

function setRank(merger: BytePairMerger, position: number, rank: number): void {
  const { ranks, lowest, blockShift } = merger;
  const block = position >> blockShift;
  const lowestOfBlock = lowest[block] ?? noRank;
  const old = ranks[position] ?? noRank;
  ranks[position] = rank;
  if (rank < lowestOfBlock) lowest[block] = rank;
  else if (old === lowestOfBlock && rank !== old) lowest[block] = lowestOf(merger, block);
}

function lowestOf(merger: BytePairMerger, block: number): number {
  const { ranks, blockShift } = merger;
  const start = block << blockShift;
  const end = start + (1 << blockShift);
  let lowest = noRank;
  for (let at = start; at < end; at++) {
    const rank = ranks[at] ?? noRank;
    if (rank < lowest) lowest = rank;
  }
  merger.steps += 1 << blockShift;
  return lowest;
}

/** Rank of what the token at `start` and the next would merge into. */
function pairRank(merger: BytePairMerger, start: number): number {
  const { next, from, table, text } = merger;
  const length = (next[next[start] ?? 0] ?? 0) - start;
  merger.steps++;
  return length > 0 && length <= table.longestToken ? table.rankOf(text.view, from + start, length) : noRank;
}
