import { type ClassifiedText, codePointEnd } from "./classified-text.ts";
import { contractionEnd, numberEnd, punctuationEnd, spaceEnd } from "./piece-splitter.ts";
import { Class } from "./unicode-classes.ts";

/** `[^\r\n\p{L}\p{N}]` */
const prefixes = Class.mark | Class.space | Class.other;
/** What both sets of the pattern take: `[\p{Lm}\p{Lo}\p{M}]` */
const shared = Class.uncased | Class.mark;
/** `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]` */
const heads = Class.upper | shared;
/** `[\p{Ll}\p{Lm}\p{Lo}\p{M}]` */
const tails = Class.lower | shared;
const slash = 0x2f;

/**
 * The pieces of o200k_base, HEAD, TAIL and the contractions standing for the sets above and `(?i:'s|'t|'re|'ve|'m|'ll|'d)`:
 * `[^\r\n\p{L}\p{N}]?HEAD*TAIL+(…)?|[^\r\n\p{L}\p{N}]?HEAD+TAIL*(…)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 */
export function o200kPieceEnd(text: ClassifiedText, start: number): number {
  const { bytes, classes } = text;
  const word = wordEnd(text, start);
  if (word > start) return contractionEnd(bytes, word);
  if (classes[start] === Class.number) return numberEnd(text, start);
  let end = punctuationEnd(text, start);
  if (end === start) return spaceEnd(text, start);
  while (classes[end] === Class.newline || bytes[end] === slash) end++;
  return end;
}

/** End of the word alternatives at `start` without contraction, or `start` when neither matches. */
function wordEnd(text: ClassifiedText, start: number): number {
  const { bytes, classes } = text;
  const first = classes[start] ?? 0;
  const from = (first & prefixes) === 0 ? start : codePointEnd(bytes, start);
  let end = from;
  while (((classes[end] ?? 0) & heads) !== 0) end++;
  if (((classes[end] ?? 0) & tails) !== 0) {
    while (((classes[end] ?? 0) & tails) !== 0) end++;
    return end;
  }
  // No lower-case letter follows: TAIL+ takes the last shared character of the run, and what is behind it waits.
  let tailEnd = end;
  while (tailEnd > from && ((classes[tailEnd - 1] ?? 0) & shared) === 0) tailEnd--;
  if (tailEnd > from) return tailEnd;
  // A mark may be the prefix, or without a prefix a TAIL of its own; the first alternative wins.
  if (first === Class.mark) return from;
  return end > from ? end : start;
}
