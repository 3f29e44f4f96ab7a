/** What stands before and behind a code point: inside words, at their ends, as prefix, in contractions and white space. */
const contexts: readonly (readonly [before: string, after: string])[] = [
  ["a", "b"],
  ["A", "Bc"],
  [" ", " x"],
  ["  ", "\n "],
  ["!", "!A"],
  ["\u0301", "A"],
  ["1", "2"],
  ["中", "Z'"],
  ["it'", "s"],
];
const blockSize = 16;
/** Planes 0 and 1, the ideographs of planes 2 and 3 with what Unicode 17 added there, tags and selectors. */
const mixed: CodePointRange = [0x0000, 0x1ffff];
const ideographs: CodePointRange = [0x20000, 0x3347f];
const selectors: CodePointRange = [0xe0000, 0xe01ff];
const privateUse: CodePointRange = [0xf0000, 0x10ffff];

type CodePointRange = readonly [first: number, last: number];

/** Every assigned code point but the surrogates, and many that are not, each alone on a line, sixteen to a text. */
export function* loneCodePointTexts(): Generator<string> {
  for (const range of [mixed, ideographs, selectors, privateUse]) yield* blocks(range, ["", "\n"]);
  for (let plane = 0x40000; plane < 0xe0000; plane += 0x10000) yield* blocks([plane, plane + 0xff], ["", "\n"]);
}

/** The assigned code points without private use in nine contexts (ideographs, all of one class, in three). */
export function* codePointTexts(): Generator<string> {
  for (const [index, context] of contexts.entries()) {
    yield* blocks(mixed, context);
    yield* blocks(selectors, context);
    if (index % 3 === 0) yield* blocks(ideographs, context);
  }
}

/** Every code point of the Basic Multilingual Plane as a whole text: what ends a text is split by rules of its own. */
export function* wholeTexts(): Generator<string> {
  for (let codePoint = 0; codePoint <= 0xffff; codePoint++) yield `x ${String.fromCodePoint(codePoint)}`;
}

function* blocks([first, last]: CodePointRange, [before, after]: readonly [string, string]): Generator<string> {
  for (let start = first; start <= last; start += blockSize) {
    let text = "";
    for (let codePoint = start; codePoint < start + blockSize && codePoint <= last; codePoint++) {
      const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
      if (!isSurrogate) text += before + String.fromCodePoint(codePoint) + after;
    }
    yield text;
  }
}
