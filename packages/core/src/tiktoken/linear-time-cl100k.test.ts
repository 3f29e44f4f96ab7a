import cl100k from "js-tiktoken/ranks/cl100k_base";
import { describe, expect, it } from "vitest";
import { longShapes } from "../../../../bench/counters/long-shapes.ts";
import { createBytePairCounter } from "./byte-pair-counter.ts";
import { cl100kPieceEnd } from "./piece-splitter-cl100k.ts";

const counter = createBytePairCounter({ id: "cl100k_base", ranks: cl100k.bpe_ranks, splitter: cl100kPieceEnd });

function stepsFor(text: string): number {
  const before = counter.mergeSteps();
  counter.count(text);
  return counter.mergeSteps() - before;
}

/** Both encodings merge alike; what differs is the splitter, so here stand the shapes that its rules tell apart. */
const shapes = ["one letter", "random capitals", "punctuation", "mixed white space", "chinese"];

describe("counting a long unbroken text with cl100k_base", () => {
  it.each(Object.entries(longShapes).filter(([name]) => shapes.includes(name)))(
    "takes less than 12 times the steps for 1 M of %s than for 100 k",
    (_, shape) => {
      const text = shape(1_000_000);
      const few = stepsFor(text.slice(0, 100_000));
      // Digits come in pieces of three, which are soon all remembered: hardly a step in either.
      expect(stepsFor(text)).toBeLessThan(12 * Math.max(few, 1_000));
    },
  );
});
