import type { Counted, DigestFacts, Known, NumberedRequest, ToolUse } from "./digest-facts.ts";
import { type SectionKey, titles } from "./digest-sections.ts";
import { fromRoot } from "./root-folder.ts";

const header =
  /^Digest of the earlier conversation, (\d{1,15}) turns read \(plimsoll-digest 1\)\.(?: `\.\/` is (\S+\/)\.)?$/;
const heading = /^## ([A-Z][a-z, ]+)(?: \(\d+\))?$/;
const more = /^… (\d{1,15}) more$/;

/** First line of a digest. */
export function digestHeader(turns: number, root: string): string {
  return `Digest of the earlier conversation, ${turns} turns read (plimsoll-digest 1).${root === "" ? "" : ` \`./\` is ${root}.`}`;
}

/** What a digest says; undefined for any other text. Lines that are not ours are passed over. */
export function parseDigest(text: string): DigestFacts | undefined {
  const [first = "", ...lines] = text.split("\n");
  const [, turns, root = ""] = header.exec(first) ?? [];
  if (turns === undefined) return undefined;
  const sections = linesBySection(lines);
  const inline = (key: SectionKey): Known<Counted> => inlineItems(sections.get(key) ?? []);
  const bullets = (key: SectionKey): Known<string> => bulletItems(sections.get(key) ?? []);
  const paths = (key: SectionKey): Known<Counted> => {
    const { items, dropped } = inline(key);
    return { items: items.map((item) => ({ ...item, text: fromRoot(item.text, root) })), dropped };
  };
  const failures = bullets("failures");
  return {
    turns: Number(turns),
    requests: requestItems(sections.get("requests") ?? []),
    statements: bullets("statements"),
    worked: paths("worked"),
    mentioned: paths("mentioned"),
    identifiers: inline("identifiers"),
    tools: toolItems(sections.get("tools") ?? []),
    failures: { items: failures.items.map(countedOf), dropped: failures.dropped },
    openEnds: bullets("openEnds"),
    quoted: (sections.get("quoted") ?? []).map((line) => line.replace(/^> /, "")).join("\n"),
  };
}

function linesBySection(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string>(Object.entries(titles).map(([key, title]) => [title, key]));
  const sections = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of lines) {
    const key = keys.get(heading.exec(line)?.[1] ?? "");
    if (key === undefined) current.push(line);
    else sections.set(key, (current = []));
  }
  return sections;
}

function moreOf(text: string): number {
  return Number(more.exec(text)?.[1] ?? 0);
}

function droppedOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + moreOf(line), 0);
}

function bulletItems(lines: readonly string[]): Known<string> {
  return {
    items: lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2)),
    dropped: droppedOf(lines),
  };
}

function requestItems(lines: readonly string[]): Known<NumberedRequest> {
  const items = lines.flatMap((line) => {
    const [, number, text] = /^(\d{1,15})\. (.*)$/.exec(line) ?? [];
    return number === undefined || text === undefined ? [] : [{ number: Number(number), text }];
  });
  return { items, dropped: droppedOf(lines) };
}

function pieces(lines: readonly string[]): Known<string> {
  const all = lines.flatMap((line) => line.split(", ")).filter((piece) => piece !== "");
  return { items: all.filter((piece) => !more.test(piece)), dropped: droppedOf(all) };
}

function inlineItems(lines: readonly string[]): Known<Counted> {
  const { items, dropped } = pieces(lines);
  return { items: items.map(countedOf), dropped };
}

function countedOf(item: string): Counted {
  const [, text, count] = /^(.+) ×(\d{1,15})$/.exec(item) ?? [];
  return text === undefined ? { text: item, count: 1 } : { text, count: Number(count) };
}

function toolItems(lines: readonly string[]): Known<ToolUse> {
  const { items, dropped } = pieces(lines);
  const tools = items.flatMap((item) => {
    const [, name, calls, errors] = /^(.+) ×(\d{1,15})(?: \((\d{1,15}) failed\))?$/.exec(item) ?? [];
    return name === undefined ? [] : [{ name, calls: Number(calls), errors: Number(errors ?? 0) }];
  });
  return { items: tools, dropped };
}
