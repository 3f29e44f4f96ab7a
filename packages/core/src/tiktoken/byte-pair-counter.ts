import type { TokenCounter } from "../token-counter.ts";
import { createBytePairMerger } from "./byte-pair-merger.ts";
import { classify, createClassifiedText } from "./classified-text.ts";
import { createRankTable } from "./create-rank-table.ts";
import { mergePiece, tokenStarts } from "./merge-piece.ts";
import { createPartShares } from "./part-shares.ts";
import { memoizePieces } from "./piece-memo.ts";
import type { PieceSplitter } from "./piece-splitter.ts";
import { noRank, rankOfPair } from "./rank-table.ts";
import { rankOf } from "./recent-ranks.ts";
import { unicodeVersion } from "./unicode-tables.generated.ts";

/** What makes an encoding: a name, the ranks of its tokens, and how text is cut into pieces before bytes merge. */
export interface BytePairEncoding {
  readonly id: string;
  /** The `bpe_ranks` text of a rank module of js-tiktoken. */
  readonly ranks: string;
  readonly splitter: PieceSplitter;
}

/** A counter that also tells how many elementary merge steps it has made; the linear-time tests bound them. */
export interface BytePairCounter extends TokenCounter {
  mergeSteps(): number;
}

/** To be raised whenever this code counts any text differently. */
const algorithm = "1";

/**
 * An exact counter over byte-pair ranks: pure, synchronous, in time linear in the text, with no platform API but
 * TextEncoder. Holds about 8 MB for 200,000 tokens: the rank table, 1.8 MB of remembered ranks and pieces, buffers; 1.1 MB of
 * Unicode classes are shared by all. Its version names the algorithm, the ranks (by a hash of what was loaded) and the
 * pinned Unicode version. Throws `invalid_options` when the rank text is malformed.
 */
export function createBytePairCounter(encoding: BytePairEncoding): BytePairCounter {
  const { id, ranks, splitter } = encoding;
  const text = createClassifiedText();
  const table = createRankTable(ranks);
  const merger = createBytePairMerger(table, text);
  const countMerged = memoizePieces(text, (start, end) => mergePiece(merger, { start, end }));

  function countPiece(start: number, end: number): number {
    const length = end - start;
    if (length === 1) return 1;
    if (length === 2) return rankOfPair(table, text.bytes, start) === noRank ? 2 : 1;
    if (length > table.longestToken) return mergePiece(merger, { start, end });
    return rankOf(merger, start, end) === noRank ? countMerged(start, end) : 1;
  }

  function count(input: string): number {
    classify(input, text);
    let tokens = 0;
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = splitter(text, start);
      tokens += countPiece(start, end);
    }
    return tokens;
  }

  function countParts(parts: readonly string[]): readonly number[] {
    classify(parts.join(""), text);
    const shares = createPartShares(parts);
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = splitter(text, start);
      const tokens = countPiece(start, end);
      if (tokens === 1 || end <= shares.endAt(start)) shares.add(start, tokens);
      else for (const token of tokenStarts(merger, { start, end })) shares.add(token, 1);
    }
    return shares.counts;
  }

  const version = `${algorithm}+ranks-${table.tokenCount}-${hexadecimal(table.fingerprint)}+unicode-${unicodeVersion}`;
  return { id, version, exactness: "exact", unit: "tokens", count, countParts, mergeSteps: () => merger.steps };
}

function hexadecimal(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, "0");
}
