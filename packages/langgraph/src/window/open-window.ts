import { type Digest, digestTurns, type MessageContent, type SummaryRecord } from "@plimsoll/core";
import type { ProjectedTranscript } from "../project-transcript.ts";
import { boundaryAround, enclosedTurns, messageKey, type StandingWindow } from "./standing-window.ts";
import { readRecord, type RecordedTexts } from "./read-record.ts";
import { summaryArtifactOf } from "./summary-message.ts";
import type { TranscriptWindow, WindowEntry, WindowSummary } from "./window-entries.ts";

/**
 * Applies what earlier decisions made of this transcript. A summary whose record cannot be read, or whose turns were
 * edited since, is not used: its turns come back in, so that nothing is lost, and the decision is made anew.
 */
export async function openWindow(
  transcript: ProjectedTranscript,
  standing: StandingWindow | undefined,
  texts: RecordedTexts,
): Promise<TranscriptWindow> {
  const clips = standingClips(transcript, standing);
  const out = new Set(enclosedTurns(transcript, standing?.out));
  const inlined = await inlinedSummary(transcript, texts);
  if (inlined !== undefined) return { transcript, out: new Set([...out, ...inlined.covers]), summary: inlined, clips };
  const covers = enclosedTurns(transcript, standing?.summary?.covers);
  const record = standing?.summary === undefined ? undefined : await readRecord(standing.summary.artifactId, texts);
  if (record !== undefined && covers.length > 0 && standsFor(record, contentsOf(transcript, covers), texts.digest))
    return {
      transcript,
      out,
      summary: { record, covers: new Set(covers), source: "standing", isInlined: false },
      clips,
    };
  for (const turn of covers) out.delete(turn);
  return { transcript, out, summary: undefined, clips };
}

/** The summary that `rewrite` put into the state in the place of what it stands for: it stands for its own turn here. */
async function inlinedSummary(
  transcript: ProjectedTranscript,
  texts: RecordedTexts,
): Promise<WindowSummary | undefined> {
  const message = transcript.messages.findLastIndex((each) => summaryArtifactOf(each) !== undefined);
  const artifactId =
    transcript.messages[message] === undefined ? undefined : summaryArtifactOf(transcript.messages[message]);
  const turn = transcript.turns.findIndex(({ entries, pinned }) => !pinned && entries[0] === message);
  if (artifactId === undefined || turn === -1) return undefined;
  const record = await readRecord(artifactId, texts);
  return record === undefined ? undefined : { record, covers: new Set([turn]), source: "standing", isInlined: true };
}

/** What is kept of a window for the next call. */
export function standingOf(
  { transcript, out, summary, clips }: TranscriptWindow,
  entries: readonly WindowEntry[],
): StandingWindow | undefined {
  const outBoundary = boundaryAround(transcript, ascending(out));
  const covers = summary === undefined ? undefined : boundaryAround(transcript, ascending(summary.covers));
  const clipped = entries.flatMap(({ index, isClipped }) => {
    const capTokens = index === undefined || !isClipped ? undefined : clips.get(index);
    return index === undefined || capTokens === undefined
      ? []
      : [{ message: messageKey(transcript, index), capTokens }];
  });
  if (outBoundary === undefined && clipped.length === 0) return undefined;
  return {
    ...(outBoundary === undefined ? {} : { out: outBoundary }),
    ...(summary === undefined || covers === undefined
      ? {}
      : { summary: { artifactId: summary.record.artifactId, covers } }),
    ...(clipped.length === 0 ? {} : { clips: clipped }),
  };
}

/** Contents of the messages of each of these turns. */
export function contentsOf(
  { turns, segments }: ProjectedTranscript,
  indexes: readonly number[],
): readonly (readonly MessageContent[])[] {
  return indexes.map((turn) => (turns[turn]?.entries ?? []).flatMap((entry) => segments[entry]?.message ?? []));
}

export function ascending(turns: ReadonlySet<number>): readonly number[] {
  return [...turns].sort((left, right) => left - right);
}

interface Verified {
  readonly contents: readonly MessageContent[];
  readonly stands: boolean;
}

const verified = new WeakMap<SummaryRecord, Verified>();

/** Whether the record is whole and was made from these very contents. Hashed once; then contents are compared as objects. */
function standsFor(record: SummaryRecord, turns: readonly (readonly MessageContent[])[], digest: Digest): boolean {
  const contents = turns.flat();
  const known = verified.get(record);
  if (known !== undefined && isSameList(known.contents, contents)) return known.stands;
  const stands = digestTurns(turns, digest).at(-1) === record.inputDigest;
  verified.set(record, { contents, stands });
  return stands;
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

function standingClips(
  transcript: ProjectedTranscript,
  standing: StandingWindow | undefined,
): ReadonlyMap<number, number> {
  if (standing?.clips === undefined) return new Map();
  const caps = new Map(standing.clips.map(({ message, capTokens }) => [message, capTokens]));
  return new Map(
    [...transcript.messages.keys()].flatMap((index) => {
      const cap = caps.get(messageKey(transcript, index));
      return cap === undefined ? [] : [[index, cap] as const];
    }),
  );
}
