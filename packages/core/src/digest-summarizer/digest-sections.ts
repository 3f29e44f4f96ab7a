import type { Counted, DigestFacts, Known, NumberedRequest, ToolUse } from "./digest-facts.ts";
import { type Bullet, type BulletList, bulletList, bulletNeed, inlineList, inlineNeed } from "./digest-lists.ts";
import { belowRoot } from "./root-folder.ts";
import { shorten } from "./shorten.ts";

/** Headings of a digest; `parseDigest` reads them back. */
export const titles = {
  quoted: "Earlier summary",
  requests: "User requests",
  statements: "Assistant, decisions and statements",
  worked: "Files worked on",
  mentioned: "Files mentioned",
  identifiers: "Identifiers",
  tools: "Tools",
  failures: "Errors",
  openEnds: "Open ends",
} as const;

export type SectionKey = keyof typeof titles;

/** Parts of the room. Measured on recorded sessions (`bench/summaries.ts`). */
export const shares: Readonly<Record<SectionKey, number>> = {
  quoted: 40,
  requests: 22,
  statements: 12,
  worked: 20,
  mentioned: 6,
  identifiers: 32,
  tools: 4,
  failures: 8,
  openEnds: 6,
};

/** Where there is no room for all, the first of these stay. */
export const priorities: readonly SectionKey[] = [
  "requests",
  "worked",
  "statements",
  "openEnds",
  "identifiers",
  "quoted",
  "failures",
  "tools",
  "mentioned",
];

/** Further identifiers stand without their counts: two counts take the room of a name, and names serve better. */
const countedIdentifiers = 10;

/** One part of a digest. */
export interface DigestSection {
  readonly key: SectionKey;
  /** Characters it can use at most. */
  readonly need: number;
  /** Its text in at most this many characters; empty where that is too little to say anything. */
  readonly render: (characters: number) => string;
}

/** The sections that have something to say, in reading order; paths are written below `root`. */
export function digestSections(facts: DigestFacts, root: string): readonly DigestSection[] {
  const { requests, statements, worked, mentioned, identifiers, tools, failures, openEnds } = facts;
  const path = ({ text, count }: Counted): string => counted(belowRoot(text, root), count);
  return [
    quotedSection(facts.quoted),
    bulletSection("requests", requestList(requests), totalOf(requests)),
    bulletSection("statements", latestList(statements), totalOf(statements)),
    inlineSection("worked", written(worked, path)),
    inlineSection("mentioned", written(mentioned, path)),
    inlineSection("identifiers", written(identifiers, identifierText)),
    inlineSection("tools", written(tools, toolText)),
    bulletSection("failures", latestList(written(failures, ({ text, count }) => counted(text, count)))),
    bulletSection("openEnds", firstList(openEnds)),
  ].filter(({ need }) => need > 0);
}

function written<Item>({ items, dropped }: Known<Item>, text: (item: Item, place: number) => string): Known<string> {
  return { items: items.map(text), dropped };
}

function totalOf({ items, dropped }: Known<unknown>): number {
  return items.length + dropped;
}

function identifierText({ text, count }: Counted, place: number): string {
  return place < countedIdentifiers ? counted(text, count) : text;
}

function toolText({ name, calls, errors }: ToolUse): string {
  return errors === 0 ? `${name} ×${calls}` : `${name} ×${calls} (${errors} failed)`;
}

function counted(text: string, count: number): string {
  return count > 1 ? `${text} ×${count}` : text;
}

function inlineSection(key: SectionKey, { items, dropped }: Known<string>): DigestSection {
  const heading = `## ${titles[key]}\n`;
  return {
    key,
    need: items.length === 0 ? 0 : heading.length + inlineNeed(items),
    render: (room) => below(heading, inlineList(items, dropped, room - heading.length)),
  };
}

function bulletSection(key: SectionKey, list: BulletList, count?: number): DigestSection {
  const heading = `## ${titles[key]}${count === undefined ? "" : ` (${count})`}\n`;
  return {
    key,
    need: list.bullets.length === 0 ? 0 : heading.length + bulletNeed(list),
    render: (room) => below(heading, bulletList(list, room - heading.length)),
  };
}

function below(heading: string, text: string): string {
  return text === "" ? "" : heading + text;
}

/** The newest in most detail; the first one, often the goal, is kept before the others. */
function requestList({ items, dropped }: Known<NumberedRequest>): BulletList {
  const bullets = items.map(({ number, text }, index) => ({
    marker: `${number}. `,
    text,
    weight: Math.max(index === 0 ? 4 : 2, 8 - (items.length - 1 - index)),
  }));
  const [newest = 0, ...older] = [...bullets.keys()].reverse();
  return { bullets, priority: [...new Set([newest, 0, ...older])], dropped, shortest: 40 };
}

function latestList({ items, dropped }: Known<string>): BulletList {
  const bullets = items.map((text, index) => bullet(text, Math.max(2, 8 - (items.length - 1 - index))));
  return { bullets, priority: [...bullets.keys()].reverse(), dropped, shortest: 80 };
}

function firstList({ items, dropped }: Known<string>): BulletList {
  const bullets = items.map((text) => bullet(text, 1));
  return { bullets, priority: [...bullets.keys()], dropped, shortest: 60 };
}

function bullet(text: string, weight: number): Bullet {
  return { marker: "- ", text, weight };
}

/** Quoted line by line, so that nothing in it is taken for a heading of ours. */
function quotedSection(quoted: string): DigestSection {
  const heading = `## ${titles.quoted}\n`;
  return {
    key: "quoted",
    need: quoted === "" ? 0 : heading.length + 2 * quoted.length,
    render: (room) => below(heading, quotedLines(quoted, room - heading.length)),
  };
}

function quotedLines(quoted: string, room: number): string {
  const lines: string[] = [];
  let left = room;
  for (const source of quoted.slice(0, Math.max(0, 2 * room)).split("\n")) {
    const line = shorten(source, left - 3);
    if (line === "") continue;
    lines.push(`> ${line}`);
    left -= line.length + 3;
  }
  return lines.join("\n");
}
