import { type ClassifiedText, codePointEnd } from "./classified-text.ts";
import { contractionEnd, numberEnd, punctuationEnd, spaceEnd } from "./piece-splitter.ts";
import { Class } from "./unicode-classes.ts";

const letters = Class.upper | Class.lower | Class.uncased;
/** `[^\r\n\p{L}\p{N}]` */
const prefixes = Class.mark | Class.space | Class.other;

/**
 * The pieces of cl100k_base:
 * `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 */
export function cl100kPieceEnd(text: ClassifiedText, start: number): number {
  const { bytes, classes } = text;
  const contraction = contractionEnd(bytes, start);
  if (contraction > start) return contraction;
  const first = classes[start] ?? 0;
  let end = (first & prefixes) === 0 ? start : codePointEnd(bytes, start);
  if (((classes[end] ?? 0) & letters) !== 0) {
    while (((classes[end] ?? 0) & letters) !== 0) end++;
    return end;
  }
  if (first === Class.number) return numberEnd(text, start);
  end = punctuationEnd(text, start);
  if (end === start) return spaceEnd(text, start);
  while (classes[end] === Class.newline) end++;
  return end;
}
