import { describe, expect, it } from "vitest";
import { fuzzTexts } from "../../../../bench/counters/fuzz-texts.ts";
import { classify, createClassifiedText } from "./classified-text.ts";
import type { PieceSplitter } from "./piece-splitter.ts";
import { cl100kPieceEnd } from "./piece-splitter-cl100k.ts";
import { o200kPieceEnd } from "./piece-splitter-o200k.ts";
import { Class, classOf } from "./unicode-classes.ts";

// The published patterns, with Rust's white space and case folding spelled out for JavaScript.
const space = String.raw`\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;
const contraction = String.raw`'(?:[sSſ]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])`;
const head = String.raw`\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}`;
const tail = String.raw`\p{Ll}\p{Lm}\p{Lo}\p{M}`;
const prefix = String.raw`[^\r\n\p{L}\p{N}]?`;
const blanks = String.raw`[${space}]*[\r\n]+|[${space}]+(?![^${space}])|[${space}]+`;
const o200k = new RegExp(
  String.raw`${prefix}[${head}]*[${tail}]+(?:${contraction})?|${prefix}[${head}]+[${tail}]*(?:${contraction})?|\p{N}{1,3}| ?[^${space}\p{L}\p{N}]+[\r\n/]*|${blanks}`,
  "gu",
);
const cl100k = new RegExp(
  String.raw`${contraction}|${prefix}\p{L}+|\p{N}{1,3}| ?[^${space}\p{L}\p{N}]+[\r\n]*|${blanks}`,
  "gu",
);

const splitters: readonly [string, PieceSplitter, RegExp][] = [
  ["o200k_base", o200kPieceEnd, o200k],
  ["cl100k_base", cl100kPieceEnd, cl100k],
];

const target = createClassifiedText();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function piecesOf(text: string, splitter: PieceSplitter): readonly string[] {
  classify(text, target);
  const pieces: string[] = [];
  for (let start = 0, end = 0; start < target.length; start = end) {
    end = splitter(target, start);
    pieces.push(decoder.decode(target.bytes.subarray(start, end)));
  }
  return pieces;
}

const engineClasses: readonly (readonly [RegExp, number])[] = [
  [/[\p{Lu}\p{Lt}]/u, Class.upper],
  [/\p{Ll}/u, Class.lower],
  [/[\p{Lm}\p{Lo}]/u, Class.uncased],
  [/\p{M}/u, Class.mark],
  [/\p{N}/u, Class.number],
];

/** Whether this engine's Unicode version classes every code point of the text as the pinned one does. */
function isKnownAlike(text: string): boolean {
  return [...text].every((character) => {
    const kind = classOf(character.codePointAt(0) ?? 0);
    return engineClasses.every(([pattern, expected]) => pattern.test(character) === (kind === expected));
  });
}

describe.each(splitters)("the pieces of %s", (_, splitter, pattern) => {
  it("are what the pattern matches, in 5,000 fuzzed texts", () => {
    let compared = 0;
    for (const fuzzed of fuzzTexts(3, 5_000)) {
      const text = fuzzed.replaceAll(/\p{Cs}/gu, "\ufffd");
      if (!isKnownAlike(text)) continue;
      compared++;
      expect(piecesOf(text, splitter)).toEqual(text.match(pattern));
    }
    expect(compared).toBeGreaterThan(3_000);
  });
});

describe("contractions", () => {
  it("end a word in o200k_base and stand alone in cl100k_base, long s included", () => {
    const text = "it's IT'S we'Re l'l it'ſt";
    expect(piecesOf(text, o200kPieceEnd)).toEqual(["it's", " IT'S", " we'Re", " l", "'l", " it'ſ", "t"]);
    const apart = ["it", "'s", " IT", "'S", " we", "'Re", " l", "'l", " it", "'ſ", "t"];
    expect(piecesOf(text, cl100kPieceEnd)).toEqual(apart);
  });
});
