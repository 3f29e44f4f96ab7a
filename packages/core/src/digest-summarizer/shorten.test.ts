import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shorten } from "./shorten.ts";

describe("shorten", () => {
  it.each([
    ["one\n two\tthree", 40, "one two three"],
    ["one two three four", 15, "one two three…"],
    ["unbroken".repeat(4), 10, "unbrokenu…"],
    ["ab😀cd", 4, "ab…"],
    ["a\ud800b", 10, "a\ufffdb"],
    [`see ${"A".repeat(300)} here`, 40, "see [data] here"],
    ["text", 0, ""],
  ])("makes %j at most %i long", (text, characters, expected) => {
    expect(shorten(text, characters)).toBe(expected);
  });

  it("is on one line, well-formed and never longer, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(60), (text, characters) => {
        const line = shorten(text, characters);
        expect(line.length).toBeLessThanOrEqual(characters);
        expect(line).not.toMatch(/[\n\r]/);
        expect(() => encodeURIComponent(line)).not.toThrow();
      }),
    );
  });
});
