import { type ClassifiedText, codePointEnd } from "./classified-text.ts";
import { Class } from "./unicode-classes.ts";

/**
 * Where the piece that begins at byte `start` ends (exclusive). Pieces are what the encoding's pattern matches one after
 * the other; byte pairs merge inside a piece only. A splitter never backtracks: each byte is looked at a bounded
 * number of times.
 */
export type PieceSplitter = (text: ClassifiedText, start: number) => number;

const space = 0x20;
const apostrophe = 0x27;
const spaces = Class.space | Class.newline;
/** `[^\s\p{L}\p{N}]` */
const punctuation = Class.mark | Class.other;

/**
 * End of `(?i:'s|'t|'re|'ve|'m|'ll|'d)` at `start`, or `start` itself. Case folding adds one letter to the ASCII pairs:
 * U+017F (long s) folds to s.
 */
export function contractionEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== apostrophe) return start;
  const first = lowerCase(bytes[start + 1]);
  if (first === 0x73 || first === 0x74 || first === 0x6d || first === 0x64) return start + 2;
  const second = lowerCase(bytes[start + 2]);
  if (first === 0x6c && second === 0x6c) return start + 3;
  if ((first === 0x72 || first === 0x76) && second === 0x65) return start + 3;
  return bytes[start + 1] === 0xc5 && bytes[start + 2] === 0xbf ? start + 3 : start;
}

/** Maps A–Z onto a–z; maps nothing else into a–z. */
function lowerCase(byte: number | undefined): number {
  return (byte ?? 0) | 0x20;
}

/** End of `\p{N}{1,3}` at `start`, where a number stands. */
export function numberEnd(text: ClassifiedText, start: number): number {
  const { bytes, classes } = text;
  let end = start;
  for (let digits = 0; digits < 3 && classes[end] === Class.number; digits++) end = codePointEnd(bytes, end);
  return end;
}

/** End of ` ?[^\s\p{L}\p{N}]+` at `start`, or `start` when it does not match. */
export function punctuationEnd(text: ClassifiedText, start: number): number {
  const { bytes, classes } = text;
  let end = bytes[start] === space ? start + 1 : start;
  if (((classes[end] ?? 0) & punctuation) === 0) return start;
  while (((classes[end] ?? 0) & punctuation) !== 0) end++;
  return end;
}

/**
 * End of `\s*[\r\n]+|\s+(?!\S)|\s+` at `start`, where white space stands: up to the last line break of the run; else
 * the run without its last character, which the next piece may need; else that one character.
 */
export function spaceEnd(text: ClassifiedText, start: number): number {
  const { bytes, classes, length } = text;
  let end = start;
  let afterNewline = start;
  while (((classes[end] ?? 0) & spaces) !== 0) {
    if (classes[end++] === Class.newline) afterNewline = end;
  }
  if (afterNewline > start) return afterNewline;
  if (end === length) return end;
  let last = end - 1;
  while (((bytes[last] ?? 0) & 0xc0) === 0x80) last--;
  return last > start ? last : end;
}
