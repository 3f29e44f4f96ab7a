import { unicodeRuns } from "./unicode-tables.generated.ts";

/**
 * What the tokenizer patterns ask of a code point, one bit each so that a set of classes is a mask.
 * The names are those of the patterns; every code point has exactly one class.
 */
export const Class = {
  /** Lu, Lt. */
  upper: 1,
  /** Ll. */
  lower: 2,
  /** Lm, Lo: letters that are neither, so that either set of a pattern takes them. */
  uncased: 4,
  /** Mn, Mc, Me. */
  mark: 8,
  /** Nd, Nl, No. */
  number: 16,
  /** White_Space (not JavaScript's `\s`: U+0085 is in, U+FEFF is out) except CR and LF. */
  space: 32,
  /** CR, LF. */
  newline: 64,
  /** Everything else, unassigned code points included. */
  other: 128,
} as const;

/** The classes by the letters of the generated runs. */
const classOfLetter: Readonly<Record<string, number>> = {
  U: Class.upper,
  L: Class.lower,
  O: Class.uncased,
  M: Class.mark,
  N: Class.number,
  S: Class.space,
  R: Class.newline,
  X: Class.other,
};

/** What sets the class of each code point apart from `other` (XOR): zeros where nothing is assigned. */
let differences: Uint8Array | undefined;

/**
 * The class bit of a code point. From a table of all code points, built on first use from the pinned Unicode data: 1.1 MB,
 * of which 0.25 MB are ever touched.
 */
export function classOf(codePoint: number): number {
  differences ??= expandRuns(unicodeRuns);
  return (differences[codePoint] ?? 0) ^ Class.other;
}

function expandRuns(runs: string): Uint8Array {
  const expanded = new Uint8Array(0x110000);
  let codePoint = 0;
  let length = 0;
  for (const character of runs) {
    const kind = classOfLetter[character];
    if (kind === undefined) {
      length = length * 36 + Number.parseInt(character, 36);
      continue;
    }
    const next = codePoint + Math.max(length, 1);
    if (kind !== Class.other) expanded.fill(kind ^ Class.other, codePoint, next);
    codePoint = next;
    length = 0;
  }
  return expanded;
}
