import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pureDigest } from "./digest.ts";
import { nodeDigest } from "./node.ts";

describe("the pure digest", () => {
  it("gives the native hashes and lengths for any text, lone surrogates included", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
        ),
        (text) => {
          expect(pureDigest.sha256(text)).toBe(nodeDigest.sha256(text));
          expect(pureDigest.byteLength(text)).toBe(nodeDigest.byteLength(text));
        },
      ),
    );
  });

  it("takes a lone surrogate for U+FFFD", () => {
    expect(pureDigest.sha256("a\ud800")).toBe(pureDigest.sha256("a\ufffd"));
    expect(pureDigest.byteLength("a\ud800")).toBe(4);
  });
});
