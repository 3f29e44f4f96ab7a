import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, it } from "vitest";
import { longShapes } from "../../../../bench/counters/long-shapes.ts";
import { createBytePairMerger } from "./byte-pair-merger.ts";
import { classify, createClassifiedText } from "./classified-text.ts";
import { mergePiece, tokenStarts } from "./merge-piece.ts";
import { createRankTable } from "./create-rank-table.ts";

const table = createRankTable(o200k.bpe_ranks);
const text = createClassifiedText();

describe("mergePiece", () => {
  it.each(Object.entries(longShapes))(
    "finds the same tokens of %s in windows of any size as in one run",
    (_, shape) => {
      classify(shape(1500), text);
      const piece = { start: 0, end: text.length };
      const whole = tokenStarts(createBytePairMerger(table, text, 1 << 16), piece);
      for (const windowBytes of [2, 5, 16, 100, 129, 1024]) {
        const merger = createBytePairMerger(table, text, windowBytes);
        expect(tokenStarts(merger, piece), `windows of ${windowBytes}`).toEqual(whole);
        expect(mergePiece(merger, piece)).toBe(whole.length);
      }
    },
  );
});
