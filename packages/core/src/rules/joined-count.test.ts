import { describe, expect, it } from "vitest";
import type { TokenCounter } from "../token-counter.ts";
import { countJoined, joinTokens, sum } from "./joined-count.ts";

/** Two characters a token, so that joints save. */
const pairs: TokenCounter = {
  id: "pairs",
  version: "1",
  exactness: "exact",
  unit: "tokens",
  count: (text) => Math.ceil(text.length / 2),
};

describe("countJoined", () => {
  it("adds up to the count of the whole, the joints on their own", () => {
    const { pieces, joints } = countJoined(pairs, ["abc", "d", "efg"]);
    expect(pieces).toEqual([2, 1, 2]);
    expect(sum(pieces) + joints).toBe(pairs.count("abcdefg"));
  });

  it("takes the counter's own attribution where it has one", () => {
    const attributing: TokenCounter = { ...pairs, countParts: () => [2, 0, 2] };
    expect(countJoined(attributing, ["abc", "d", "efg"])).toEqual({ pieces: [2, 0, 2], joints: 0 });
  });

  it("counts what comes after as what it adds", () => {
    expect(joinTokens(pairs, "abc", "d")).toBe(0);
    expect(joinTokens(pairs, "abc", "de")).toBe(1);
  });
});
