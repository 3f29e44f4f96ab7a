import { charsCounter, conservativeCounter, utf8BytesCounter } from "@plimsoll/core";
import { loadTiktokenCounter } from "@plimsoll/core/tiktoken";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { clipText, type ClipRule } from "./clip-text.ts";

let countO200k: ClipRule["count"] = charsCounter.count;

beforeAll(async () => {
  const counter = await loadTiktokenCounter("o200k_base");
  countO200k = (text) => counter.count(text);
});

function rule(capTokens: number, count: ClipRule["count"] = countO200k): ClipRule {
  return { capTokens, subject: "the result of call_1", count };
}

const marker =
  /^([^]*)\n\[… (\d+) of (\d+) characters of the result of call_1 are left out of this request; the whole text is kept …\]\n([^]*)$/;

interface Clip {
  readonly head: string;
  readonly tail: string;
  readonly leftOut: number;
  readonly characters: number;
}

function readClip(clipped: string): Clip {
  const [, head = "", leftOut, characters, tail = ""] = marker.exec(clipped) ?? [];
  return { head, tail, leftOut: Number(leftOut), characters: Number(characters) };
}

const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index} of the listing`).join("\n");

describe("clipText", () => {
  it("leaves a text at the cap as it is", () => {
    expect(clipText(lines, rule(countO200k(lines)))).toBe(lines);
    expect(clipText(lines, rule(countO200k(lines) - 1))).not.toBe(lines);
  });

  it("keeps whole lines of head and tail, two to one, and says what is left out between them", () => {
    const { head, tail, leftOut, characters } = readClip(clipText(lines, rule(600)));
    expect(lines.startsWith(`${head}\n`)).toBe(true);
    expect(lines.endsWith(`\n${tail}`)).toBe(true);
    expect(head.length / tail.length).toBeGreaterThan(1.7);
    expect(head.length / tail.length).toBeLessThan(2.3);
    expect(characters).toBe(lines.length);
    expect(leftOut).toBe(lines.length - head.length - tail.length);
  });

  it("uses at least seven eighths of the cap, also where the middle is denser or thinner than the ends", () => {
    for (const text of [
      lines,
      `${lines}${"漢字かな".repeat(20_000)}${lines}`,
      `${lines}${" ".repeat(90_000)}${lines}`,
    ]) {
      for (const cap of [256, 1_000, 10_000]) expect(countO200k(clipText(text, rule(cap)))).toBeGreaterThan(cap * 0.87);
    }
    // Estimates from the density of what was kept keep missing the edge between these two parts.
    const edge = `${"a1".repeat(901)}${"hello world ".repeat(2_363)}`;
    expect(countO200k(clipText(edge, rule(2_598)))).toBeGreaterThan(2_598 * 0.87);
  });

  it("never splits a code point, and counts in code points", () => {
    const text = "😀".repeat(5_000);
    for (const cap of [300, 301, 302, 303]) {
      const { head, tail, leftOut, characters } = readClip(clipText(text, rule(cap)));
      expect(head + tail).toBe("😀".repeat((head.length + tail.length) / 2));
      expect([characters, leftOut]).toEqual([5_000, 5_000 - (head.length + tail.length) / 2]);
    }
  });

  it("keeps within the cap whatever the text, and cuts nothing but its middle", () => {
    const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(10, 32, 97, 0xd83d, 0xde00, 0x4e2d));
    const run = fc.tuple(unit, fc.nat({ max: 400 })).map(([code, times]) => String.fromCharCode(code).repeat(times));
    const text = fc.array(fc.oneof(run, fc.string()), { minLength: 1, maxLength: 40 }).map((parts) => parts.join(""));
    const count = fc.constantFrom<ClipRule["count"]>(
      (given) => countO200k(given),
      (given) => conservativeCounter.count(given),
      utf8BytesCounter.count,
      charsCounter.count,
    );
    fc.assert(
      fc.property(text, count, fc.integer({ min: 256, max: 1_000 }), (given, measure, cap) => {
        const clipped = clipText(given, rule(cap, measure));
        expect(measure(clipped)).toBeLessThanOrEqual(cap);
        if (clipped === given) return;
        const { head, tail, leftOut, characters } = readClip(clipped);
        expect(given.startsWith(head) && given.endsWith(tail)).toBe(true);
        expect(characters).toBe(charsCounter.count(given));
        expect(leftOut).toBe(characters - charsCounter.count(head) - charsCounter.count(tail));
        expect(clipText(clipped, rule(cap, measure))).toBe(clipped);
      }),
    );
  });

  it("says the first total when a clipped text is clipped again, and keeps one marker", () => {
    const twice = clipText(clipText(lines, rule(2_000)), rule(500));
    const { head, tail, leftOut, characters } = readClip(twice);
    expect(characters).toBe(lines.length);
    expect(leftOut).toBe(lines.length - head.length - tail.length);
    expect(lines.startsWith(head) && lines.endsWith(tail)).toBe(true);
  });

  it("takes another text's marker for text", () => {
    const quoting = `${clipText(lines, { ...rule(500), subject: "the result of call_2" })}\n${lines}`;
    expect(readClip(clipText(quoting, rule(300))).characters).toBe(quoting.length);
  });

  it("leaves a text whole where the cap has no room for the marker", () => {
    expect(clipText(lines, rule(5))).toBe(lines);
  });

  it("counts a text of a million characters once, and little more than the cap after that", () => {
    for (const text of ["a1".repeat(500_000), "漢".repeat(4_000) + " ".repeat(1_000_000)]) {
      const counted: number[] = [];
      const count = (given: string): number => {
        counted.push(given.length);
        return charsCounter.count(given);
      };
      expect(charsCounter.count(clipText(text, rule(1_000, count)))).toBeLessThanOrEqual(1_000);
      expect(counted.length).toBeLessThanOrEqual(6);
      expect(counted.slice(1).every((length) => length <= 2_000)).toBe(true);
    }
  });
});
