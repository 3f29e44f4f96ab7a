import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conservativeCounter } from "./conservative-counter.ts";
import { estimatorTables, wordEntries } from "./estimator-tables.ts";
import { tablesHash } from "./estimator-tables.generated.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { blockCount, blockOf, pairRows, symbolCount, symbolOf } from "./text-symbols.ts";
import { utf8BytesCounter } from "./utf8-bytes-counter.ts";

const { count } = conservativeCounter;

describe("conservativeCounter", () => {
  it("says what it is", () => {
    expect(conservativeCounter).toMatchObject({ id: "conservative", exactness: "conservative", unit: "tokens" });
    expect(conservativeCounter.version).toBe(`pairs-words-1:${tablesHash}`);
  });

  it.each([
    ["", 0],
    ["a", 1],
    ["Hello, world!", 9],
    ["The harbour master read every line twice.", 16],
    ["const total = rows.map((row) => row.tokens);", 17],
    ['{"id":4711,"ok":true}', 14],
    ["2024-01-02T03:04:05Z", 20],
    ["Größere Änderungen müssen bestätigt werden.", 23],
    ["Никто не ждал, что буря повернёт назад.", 33],
    ["谁也没有料到风暴会折返。", 21],
    ["    \n\n        return null;\n", 11],
    ["👩‍👩‍👧 sails 🇺🇳", 30],
  ])("counts %j as it always has", (text, tokens) => {
    expect(count(text)).toBe(tokens);
  });

  it("is never above the UTF-8 bytes, an integer, and at least one for any text", () => {
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(text, (sample) => {
        const tokens = count(sample);
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThan(0);
        expect(tokens).toBeLessThanOrEqual(new TextEncoder().encode(sample).length);
      }),
    );
  });

  it("counts three quarters of a token for each digit, however many stand together", () => {
    expect(count(`x ${"7".repeat(3000)}`) - count("x 77777777777777777777")).toBe(2235);
  });

  it("counts repeated white space and rules for less than their characters", () => {
    expect(count(" ".repeat(4000))).toBeLessThan(1300);
    expect(count("-".repeat(4000))).toBeLessThan(1300);
  });

  it("takes a lone surrogate as it takes U+FFFD", () => {
    for (const lone of ["\ud83d", "\ude00", "a\ud83d b", "\ude00\ud83d"]) {
      expect(count(lone)).toBe(count(lone.replaceAll(/[\ud800-\udfff]/g, "\ufffd")));
    }
  });

  it("looks at a bounded piece of the text at a time", () => {
    const once = estimateTokens("naïve café 中文 😀 ".repeat(10_000)).cost;
    const tenfold = estimateTokens("naïve café 中文 😀 ".repeat(100_000)).cost;
    expect(Math.abs(tenfold - 10 * once)).toBeLessThan(once / 100);
    expect(count("a".repeat(10_000_000))).toBeLessThanOrEqual(10_000_000);
  });
});

describe("estimatorTables", () => {
  it("hold an entry for every pair, block and word", () => {
    const { pairs, blocks, words } = estimatorTables();
    expect([pairs.length, blocks.length, words.length]).toEqual([pairRows * symbolCount, blockCount, wordEntries]);
  });

  it("have a symbol for every code point, and a block for those of the Basic Multilingual Plane", () => {
    for (let codePoint = 0; codePoint < 0x110000; codePoint++) {
      const symbol = symbolOf(codePoint);
      const block = blockOf(codePoint);
      if (symbol < 0 || symbol >= symbolCount || block >= blockCount || (codePoint < 0x10000 && block < 0)) {
        expect.fail(`U+${codePoint.toString(16)} has symbol ${symbol}, block ${block}`);
      }
    }
  });
});

describe("utf8BytesCounter", () => {
  it("says what it is", () => {
    expect(utf8BytesCounter).toMatchObject({ id: "utf8_bytes", version: "1", exactness: "sound", unit: "tokens" });
  });

  it("counts what an encoder writes, lone surrogates included", () => {
    const unit = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 8 }),
      fc.constantFrom("\ud800", "\udfff", "\u07ff", "\u0800", "\uffff", "\u{10ffff}"),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
        const text = units.join("");
        expect(utf8BytesCounter.count(text)).toBe(new TextEncoder().encode(text).length);
        expect(estimateTokens(text).bytes).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});
