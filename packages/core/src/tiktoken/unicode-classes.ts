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

let classes: Uint8Array | undefined;

/** The class bit of every code point, by code point (1.1 MB, built on first use from the pinned tables). */
export function unicodeClasses(): Uint8Array {
  classes ??= expandRuns(unicodeRuns);
  return classes;
}

function expandRuns(runs: string): Uint8Array {
  const expanded = new Uint8Array(0x110000);
  let codePoint = 0;
  for (const [, length, letter] of runs.matchAll(/([0-9a-z]*)([A-Z])/g)) {
    const next = codePoint + (length ? Number.parseInt(length, 36) : 1);
    expanded.fill(classOfLetter[letter ?? ""] ?? Class.other, codePoint, next);
    codePoint = next;
  }
  return expanded;
}
