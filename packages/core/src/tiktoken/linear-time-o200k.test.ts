import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, it } from "vitest";
import { longShapes } from "../../../../bench/counters/long-shapes.ts";
import { createBytePairCounter } from "./byte-pair-counter.ts";
import { o200kPieceEnd } from "./piece-splitter-o200k.ts";

const counter = createBytePairCounter({ id: "o200k_base", ranks: o200k.bpe_ranks, splitter: o200kPieceEnd });

function stepsFor(text: string): number {
  const before = counter.mergeSteps();
  counter.count(text);
  return counter.mergeSteps() - before;
}

describe("counting a long unbroken text with o200k_base", () => {
  it.each(Object.entries(longShapes))("takes less than 12 times the steps for 1 M of %s than for 100 k", (_, shape) => {
    const text = shape(1_000_000);
    const few = stepsFor(text.slice(0, 100_000));
    // Digits come in pieces of three, which are soon all remembered: hardly a step in either.
    expect(stepsFor(text)).toBeLessThan(12 * Math.max(few, 1_000));
  });
});
