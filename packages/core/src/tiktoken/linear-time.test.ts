import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, it } from "vitest";
import { longShapes } from "../../../../bench/counters/long-shapes.ts";
import { createBytePairCounter } from "./byte-pair-counter.ts";
import { cl100kPieceEnd } from "./piece-splitter-cl100k.ts";
import { o200kPieceEnd } from "./piece-splitter-o200k.ts";

const counters = [
  createBytePairCounter({ id: "o200k_base", ranks: o200k.bpe_ranks, splitter: o200kPieceEnd }),
  createBytePairCounter({ id: "cl100k_base", ranks: cl100k.bpe_ranks, splitter: cl100kPieceEnd }),
];

describe("counting a long unbroken text", () => {
  it.each(Object.entries(longShapes))("takes less than 12 times the steps for 1 M of %s than for 100 k", (_, shape) => {
    const text = shape(1_000_000);
    for (const counter of counters) {
      const before = counter.mergeSteps();
      counter.count(text.slice(0, 100_000));
      const between = counter.mergeSteps();
      counter.count(text);
      // Digits come in pieces of three, which are soon all remembered: hardly a step in either.
      expect(counter.mergeSteps() - between, counter.id).toBeLessThan(12 * Math.max(between - before, 1_000));
    }
  });
});
