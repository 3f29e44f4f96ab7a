import { charsCounter } from "@plimsoll/core";

export interface ClipRule {
  readonly capTokens: number;
  /** What the marker says the text is of, for example `the result of call_1`. */
  readonly subject: string;
  /** Tokens of a text as it is sent. */
  readonly count: (text: string) => number;
}

/** What there is to keep from: both whole texts, or what an earlier clip left of them. */
interface ClipSource {
  readonly head: string;
  readonly tail: string;
  /** Code points of the text before any clip. */
  readonly characters: number;
}

/** Two thirds at the head: it says what the text is, and the tail how it ends. */
const headShare = { part: 2, of: 3 };
/** A line end counts as near within this part of what is kept. */
const nearbyPart = 8;
/** A fit that leaves at most this part of the cap unused is good enough. */
const slackPart = 8;
/** Tries that follow the density of the text, and tries in all: the others halve what is left. */
const tries = { byDensity: 4, all: 12 };

/**
 * A text at most `capTokens` long: head and tail, and between them a line that says how much is left out and of what.
 * The same text where it is within the cap, or where not even that line is. Clipping again says the first total.
 */
export function clipText(text: string, rule: ClipRule): string {
  const tokens = rule.count(text);
  if (tokens <= rule.capTokens) return text;
  const source = sourceOf(text, rule.subject);
  const bare = joinKept(source, 0, rule.subject);
  const markerTokens = rule.count(bare);
  if (markerTokens > rule.capTokens) return text;
  const room = rule.capTokens - markerTokens;
  let best = bare;
  let fitting = 0;
  let over = text.length;
  let units = Math.floor((room * text.length) / tokens);
  for (let attempt = 0; attempt < tries.all && over - fitting > 1; attempt++) {
    if (attempt >= tries.byDensity || units <= fitting || units >= over) units = Math.floor((fitting + over) / 2);
    const kept = joinKept(source, units, rule.subject);
    const keptTokens = rule.count(kept);
    if (keptTokens <= rule.capTokens) {
      best = kept;
      fitting = units;
      if ((rule.capTokens - keptTokens) * slackPart <= rule.capTokens) break;
    } else over = units;
    units = Math.floor((units * room) / Math.max(1, keptTokens - markerTokens));
  }
  return best;
}

/** At most `units` UTF-16 units of the source around the marker, each part on lines of its own. */
function joinKept({ head, tail, characters }: ClipSource, units: number, subject: string): string {
  const headUnits = Math.ceil((units * headShare.part) / headShare.of);
  const start = head.slice(0, headEnd(head, headUnits));
  const end = tail.slice(tailStart(tail, units - headUnits));
  const leftOut = characters - charsCounter.count(start) - charsCounter.count(end);
  return `${start}${opening}${leftOut} of ${characters}${closing(subject)}${end}`;
}

const opening = "\n[… ";

function closing(subject: string): string {
  return ` characters of ${subject} are left out of this request; the whole text is kept …]\n`;
}

/** What an earlier clip left is told by its marker, which names this very text. */
function sourceOf(text: string, subject: string): ClipSource {
  const end = text.indexOf(closing(subject));
  const start = end < 0 ? -1 : text.lastIndexOf(opening, end);
  const numbers = start < 0 ? null : /^\d+ of (\d+)$/.exec(text.slice(start + opening.length, end));
  if (numbers === null) return { head: text, tail: text, characters: charsCounter.count(text) };
  return {
    head: text.slice(0, start),
    tail: text.slice(end + closing(subject).length),
    characters: Number(numbers[1]),
  };
}

/** Before a line end where one is near, else between two code points. */
function headEnd(text: string, units: number): number {
  if (units >= text.length) return text.length;
  const nearby = Math.max(0, units - Math.floor(units / nearbyPart));
  const lineEnd = text.slice(nearby, units + 1).lastIndexOf("\n");
  return lineEnd < 0 ? units - (splitsPair(text, units) ? 1 : 0) : nearby + lineEnd;
}

/** After a line end where one is near, else between two code points. */
function tailStart(text: string, units: number): number {
  if (units >= text.length) return 0;
  const start = text.length - units;
  const lineEnd = text.slice(start - 1, start + Math.floor(units / nearbyPart)).indexOf("\n");
  return lineEnd < 0 ? start + (splitsPair(text, start) ? 1 : 0) : start + lineEnd;
}

function splitsPair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
