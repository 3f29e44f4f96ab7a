import type { SummaryRequest } from "../summarizer.ts";
import type { DigestFacts } from "./digest-facts.ts";
import { type DigestSection, digestSections, priorities, shares, titles } from "./digest-sections.ts";
import { divideRoom } from "./divide-room.ts";
import { digestHeader, parseDigest } from "./parse-digest.ts";
import { readFacts } from "./read-facts.ts";
import { rootFolder } from "./root-folder.ts";

/** The text is counted at most this often. */
const mostCounts = 8;
/** A first guess; names and prose run at about this many characters a token. */
const charactersPerToken = 4;
/** Near enough to the cap, in percent of it. */
const nearEnough = 96;
/** About as many paths as are shown decide which folder is worth abbreviating. */
const likelyPaths = 40;
/** What a section has before the rest is divided: less says nothing. */
const leastRoom = 90;

/**
 * A digest of turns under the cap, in plain text: what was asked, what was said, files and names touched, tools and
 * their failures, open ends. Every section gets its share of the room; what was left out is said. A `previous` digest
 * is read back and carried on, any other `previous` text quoted. Deterministic, linear in its input, and counted at
 * most eight times; empty where the cap holds nothing.
 */
export function composeDigest(request: SummaryRequest): string {
  const facts = readFacts(request.turns, earlierFacts(request.previous));
  const likely = [...facts.worked.items.slice(0, likelyPaths), ...facts.mentioned.items.slice(0, likelyPaths / 5)];
  const root = rootFolder(likely.map(({ text }) => text));
  const header = digestHeader(facts.turns, root);
  return longestUnderCap(request, digestSections(facts, root), header);
}

function earlierFacts(previous: string | undefined): DigestFacts | undefined {
  if (previous === undefined || previous.trim() === "") return undefined;
  const nothing = { items: [], dropped: 0 };
  return (
    parseDigest(previous) ?? {
      turns: 0,
      requests: nothing,
      statements: nothing,
      worked: nothing,
      mentioned: nothing,
      identifiers: nothing,
      tools: nothing,
      failures: nothing,
      openEnds: nothing,
      quoted: previous,
    }
  );
}

/** Approaches the cap by the ratio of characters to tokens, between a room that fits and one that does not. */
function longestUnderCap(request: SummaryRequest, sections: readonly DigestSection[], header: string): string {
  const need = sections.reduce((sum, section) => sum + section.need + 1, header.length + 1);
  let fitting = { room: 0, text: "" };
  let excessive = need + 1;
  let room = Math.min(need, Math.floor(request.maxTokens * charactersPerToken));
  for (let counts = 0; counts < mostCounts && room > fitting.room && room < excessive;) {
    const text = fill(sections, header, room);
    const tokens = text === "" ? 0 : request.count(text);
    if (text !== "") counts++;
    const fits = tokens <= request.maxTokens;
    if (fits) fitting = { room, text };
    else excessive = room;
    if (fits && tokens * 100 >= request.maxTokens * nearEnough) break;
    const aimed = Math.floor((room * request.maxTokens * (nearEnough + 2)) / 100 / Math.max(1, tokens));
    const middle = Math.floor((fitting.room + excessive) / 2);
    room = aimed > fitting.room && aimed < excessive ? aimed : middle;
  }
  return fitting.text;
}

/**
 * The digest in about so many characters: every section its least, then its share. Where there is no room for all, the
 * less important ones stay away and are named.
 */
function fill(sections: readonly DigestSection[], header: string, room: number): string {
  const left = room - header.length - 1;
  const shown = shownSections(sections, left);
  const claims = shown.map(({ key, need }) => ({ least: leastOf(need), need, weight: shares[key] }));
  const rooms = divideRoom(left - shown.length, claims);
  const texts = new Map(shown.map((section, index) => [section.key, section.render(rooms[index] ?? 0)]));
  const written = sections.flatMap(({ key }) => texts.get(key) || []);
  if (written.length === 0) return "";
  const missing = sections.flatMap(({ key }) => (texts.get(key) ? [] : [titles[key]]));
  return [header, ...(missing.length === 0 ? [] : [`No room for: ${missing.join("; ")}.`]), ...written].join("\n");
}

function shownSections(sections: readonly DigestSection[], room: number): readonly DigestSection[] {
  let left = room;
  const kept = priorities.filter((key) => {
    const section = sections.find((each) => each.key === key);
    left -= section === undefined ? 0 : leastOf(section.need) + 1;
    return left >= 0;
  });
  return sections.filter(({ key }) => kept.includes(key));
}

function leastOf(need: number): number {
  return Math.min(need, leastRoom);
}
