import { wordCounter, words } from "@plimsoll/core/testing";
import { describe, expect, it } from "vitest";
import { cutToCap } from "./cut-to-cap.ts";

const cap = (maxTokens: number) => ({ maxTokens, count: (text: string) => wordCounter.count(text) });

describe("cutToCap", () => {
  it("leaves a text within its cap alone", () => {
    expect(cutToCap(words(10), cap(10))).toBe(words(10));
  });

  it("keeps as many whole lines as fit, and says that it cut", () => {
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index} of ten`);
    const text = cutToCap(lines.join("\n"), cap(30));
    expect(wordCounter.count(text)).toBeLessThanOrEqual(30);
    expect(text.split("\n").slice(0, -1)).toEqual(lines.slice(0, 3));
    expect(text).toMatch(/left out\]$/);
  });

  it("hands back a text of one long line, which then is refused", () => {
    expect(cutToCap(words(100), cap(30))).toBe(words(100));
  });
});
