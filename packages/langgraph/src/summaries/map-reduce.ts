import {
  askSummarizer,
  type Drafted,
  fitsSummarizer,
  type ShownTurn,
  type SummaryText,
  totalUsage,
} from "./ask-summarizer.ts";
import { cutChunk } from "./cut-chunk.ts";
import { type Part, partOf } from "./recorded-part.ts";
import type { FailedSummary, SummaryNeed } from "./summary-need.ts";

/**
 * Makes a text of each chunk of the originals, then of as many of these texts as fit, until all do, and the summary
 * of those. Every text on the way is recorded by what it stands for, so that neither a retry nor the next summary,
 * which starts with the same turns, asks for it again.
 */
export async function mapReduce(need: SummaryNeed): Promise<SummaryText | FailedSummary> {
  const { chunks, uncovered } = chunksOf(need);
  if (chunks === undefined) return { kind: "failed", reason: "input-too-large" };
  const [only] = chunks;
  if (chunks.length <= 1) {
    const asked = await askSummarizer(need, { turns: only ?? [], previous: undefined });
    return asked.kind === "failed" ? asked : { ...asked, uncovered };
  }
  const parts: Part[] = [];
  for (const turns of chunks) {
    const part = await partOf(need, turns, { level: 1, input: { turns, previous: undefined } });
    if ("kind" in part) return part;
    parts.push(part);
  }
  const reduced = await reduce(need, parts);
  return reduced.kind === "failed" ? reduced : { ...reduced, uncovered };
}

interface Chunks {
  /** Undefined where a chunk cannot hold even a piece of a turn. */
  readonly chunks: readonly (readonly ShownTurn[])[] | undefined;
  readonly uncovered: readonly (string | null)[];
}

/** From the oldest on, so that a longer conversation begins with the same chunks. */
function chunksOf(need: SummaryNeed): Chunks {
  const chunks: (readonly ShownTurn[])[] = [];
  const uncovered: (string | null)[] = [];
  let rest: readonly ShownTurn[] = need.turns;
  while (rest.length > 0) {
    const chunk = cutChunk(rest, (turns) => fitsSummarizer(need, { turns, previous: undefined }));
    if (chunk === undefined) return { chunks: undefined, uncovered };
    chunks.push(chunk.turns);
    uncovered.push(...chunk.uncovered);
    rest = chunk.rest;
  }
  return { chunks, uncovered };
}

async function reduce(need: SummaryNeed, parts: readonly Part[]): Promise<Drafted | FailedSummary> {
  const usages = parts.map(({ usage }) => usage);
  let current = parts;
  for (let level = 2; !fits(need, current); level++) {
    const groups = groupsOf(need, current);
    if (groups.length === current.length) return { kind: "failed", reason: "input-too-large" };
    const next: Part[] = [];
    for (const group of groups) {
      const part = await mergePart(need, group, level);
      if ("kind" in part) return part;
      if (group.length > 1) usages.push(part.usage);
      next.push(part);
    }
    current = next;
  }
  const asked = await askSummarizer(need, { turns: [], previous: joined(current) });
  return asked.kind === "failed" ? asked : { ...asked, usage: totalUsage([...usages, asked.usage]) };
}

function groupsOf(need: SummaryNeed, parts: readonly Part[]): readonly (readonly Part[])[] {
  const groups: (readonly Part[])[] = [];
  for (const part of parts) {
    const wider = [...(groups.at(-1) ?? []), part];
    if (wider.length > 1 && fits(need, wider)) groups[groups.length - 1] = wider;
    else groups.push([part]);
  }
  return groups;
}

async function mergePart(need: SummaryNeed, group: readonly Part[], level: number): Promise<Part | FailedSummary> {
  const [only] = group;
  if (only !== undefined && group.length === 1) return only;
  const turns = group.flatMap((part) => part.turns);
  return partOf(need, turns, { level, input: { turns: [], previous: joined(group) } });
}

function fits(need: SummaryNeed, parts: readonly Part[]): boolean {
  return fitsSummarizer(need, { turns: [], previous: joined(parts) });
}

function joined(parts: readonly Part[]): string {
  return parts.map(({ text }, index) => `Part ${index + 1} of ${parts.length}:\n${text}`).join("\n\n");
}
