import fc from "fast-check";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, it } from "vitest";
import { createBytePairCounter } from "./byte-pair-counter.ts";
import { o200kPieceEnd } from "./piece-splitter-o200k.ts";

const counter = createBytePairCounter({ id: "o200k_base", ranks: o200k.bpe_ranks, splitter: o200kPieceEnd });
const countParts = counter.countParts ?? (() => []);
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

describe("count", () => {
  it("counts nothing in no text", () => {
    expect(counter.count("")).toBe(0);
  });

  it("takes text that spells a special token as ordinary text", () => {
    expect(counter.count("<|endoftext|>")).toBe(7);
  });

  it("takes a lone surrogate as U+FFFD, a pair as one code point", () => {
    for (const lone of ["\ud83d", "\ude00", "a\ud83d", "\ude00\ud83d"]) {
      expect(counter.count(lone)).toBe(counter.count(lone.replaceAll(/[\ud800-\udfff]/g, "\ufffd")));
    }
    expect(counter.count("\ud83d\ude00")).toBe(counter.count("😀"));
  });

  it("counts a text longer than its buffer, and short ones after it", () => {
    const [one, two, three] = [1, 2, 3].map((times) => counter.count("naïve café 中文 😀 ".repeat(times * 20_000)));
    expect((three ?? 0) - (two ?? 0)).toBe((two ?? 0) - (one ?? 0));
    expect(counter.count("Hello")).toBe(1);
  });

  it("counts a piece the same whether it is remembered or not", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => counter.count(text) === counter.count(text)),
    );
  });
});

describe("countParts", () => {
  it("sums to the count of the joined text, whatever the cuts", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom("", " ", "\n", "the", "don", "'t", "\ud83d", "\ude00", "12", "==", "中", "\u0301"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const counts = countParts(parts);
        expect(counts).toHaveLength(parts.length);
        expect(sum(counts)).toBe(counter.count(parts.join("")));
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  it("gives a token to the part that holds its first byte", () => {
    expect(countParts(["Hel", "lo world"])).toEqual([1, 1]);
    expect(countParts(["Hello", " world"])).toEqual([1, 1]);
    expect(countParts(["Hello ", "world"])).toEqual([2, 0]);
    expect(countParts(["", "Hello", ""])).toEqual([0, 1, 0]);
    expect(countParts([])).toEqual([]);
  });

  it("shares the tokens of one merged piece", () => {
    const piece = "zxqjvkwpzxqjvkwp";
    const whole = counter.count(piece);
    const counts = countParts([...piece]);
    expect(whole).toBeGreaterThan(2);
    expect(counts.filter((count) => count === 1)).toHaveLength(whole);
    expect(counts.every((count) => count <= 1)).toBe(true);
  });

  it("shares the tokens of a piece longer than a window", () => {
    const half = "qxzjkvwpy".repeat(300);
    const counts = countParts([half, half]);
    expect(sum(counts)).toBe(counter.count(half + half));
    expect(Math.abs((counts[0] ?? 0) - counter.count(half))).toBeLessThanOrEqual(1);
  });

  it("leaves a code point to the part that holds its first half", () => {
    const whole = counter.count("\u{1f9ff}");
    expect(whole).toBeGreaterThan(1);
    expect(countParts(["\ud83e", "\uddff"])).toEqual([whole, 0]);
    expect(countParts(["a\ud83e", "\uddffb"])).toEqual([whole + 1, 1]);
    expect(countParts(["\u{1f9ff}", " b", "\u{1f9ff}"])).toEqual([whole, 1, whole]);
  });
});

describe("createBytePairCounter", () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => btoa(String.fromCharCode(byte))).join(" ");
  const tooLong = btoa("a".repeat(256));

  it("changes its version with any token and any order", () => {
    const version = (...tokens: readonly string[]): string => {
      const ranks = `! 0 ${bytes} ${tokens.map(btoa).join(" ")}`;
      return createBytePairCounter({ id: "test", ranks, splitter: o200kPieceEnd }).version;
    };
    const versions = [version("ab", "cd"), version("cd", "ab"), version("ab", "ce"), version("ab")];
    expect(new Set(versions).size).toBe(versions.length);
    expect(versions[0]).toMatch(/^1\+ranks-258-[0-9a-f]{8}\+unicode-16\.0\.0$/);
  });

  it("takes tokens of up to 255 bytes", () => {
    const ranks = `! 0 ${bytes} ${btoa("a".repeat(255))}`;
    expect(createBytePairCounter({ id: "test", ranks, splitter: o200kPieceEnd }).count("a".repeat(255))).toBe(1);
  });

  const unreadable = ["", "! 0 QQ==", "QQ==", "! 0 Q", "! 0 Q?==", "! x QQ==", "! 1 QQ==\n! 0 Qg=="];
  const oddTokens = [" YWI=", "YWÄ=", tooLong, tooLong.repeat(20)];

  it.each([...unreadable, ...oddTokens.map((token) => `! 0 ${bytes} ${token}`)])(
    "refuses the rank text %j",
    (ranks) => {
      expect(() => createBytePairCounter({ id: "test", ranks, splitter: o200kPieceEnd })).toThrow(
        /\[invalid_options\]/,
      );
    },
  );
});
