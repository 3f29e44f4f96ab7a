import { type ArtifactId, type MessageContent, renderMessage } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import type { ProjectedTranscript, TranscriptTurn } from "../project-transcript.ts";

/** A set of turns at the old end of a transcript, as references of constant size: everything up to a turn, but for some. */
export interface Boundary {
  /** Key of the last turn of the set. */
  readonly through: string;
  /** Keys of earlier turns that are not in the set: protected then, or the human message of an exchange partly in. */
  readonly kept: readonly string[];
  /** How many turns are in the set. A transcript in which the boundary encloses more does not fit it. */
  readonly turns: number;
}

/** The summary that stands for the turns of `covers`; its text is in the store. */
export interface StandingSummary {
  readonly artifactId: ArtifactId;
  readonly covers: Boundary;
}

/** A message that is sent shortened: by its key, to at most this many tokens a text. */
export interface StandingClip {
  readonly message: string;
  readonly capTokens: number;
}

/** What earlier decisions made of a transcript. Plain JSON, kept in private state; holds no text. */
export interface StandingWindow {
  /** Every turn that is out, covered by the summary or not. */
  readonly out?: Boundary | undefined;
  readonly summary?: StandingSummary | undefined;
  readonly clips?: readonly StandingClip[] | undefined;
}

/**
 * Indexes of the turns a boundary encloses. Empty where it no longer fits the transcript (its turn was removed, or
 * messages were inserted before it): then the decision is made anew, and told anew.
 */
export function enclosedTurns(transcript: ProjectedTranscript, boundary: Boundary | undefined): readonly number[] {
  if (boundary === undefined) return [];
  const last = transcript.turns.findLastIndex((turn) => turnKey(transcript, turn) === boundary.through);
  const kept = new Set(boundary.kept);
  const enclosed = transcript.turns.flatMap((turn, index) => {
    const isIn = index <= last && !turn.pinned && !kept.has(turnKey(transcript, turn));
    return isIn ? [index] : [];
  });
  return enclosed.length > boundary.turns ? [] : enclosed;
}

/** The boundary around these turns, ascending; undefined for none. */
export function boundaryAround(transcript: ProjectedTranscript, turns: readonly number[]): Boundary | undefined {
  const last = turns.at(-1);
  const boundary = last === undefined ? undefined : transcript.turns[last];
  if (last === undefined || boundary === undefined) return undefined;
  const enclosed = new Set(turns);
  const kept = transcript.turns.slice(0, last).filter((turn, index) => !enclosed.has(index) && turn.kind !== "system");
  return {
    through: turnKey(transcript, boundary),
    kept: kept.map((turn) => turnKey(transcript, turn)),
    turns: turns.length,
  };
}

/** The key of a turn's first message. */
export function turnKey(transcript: ProjectedTranscript, turn: TranscriptTurn): string {
  return messageKey(transcript, turn.entries[0] ?? -1);
}

/** A message's id, or a hash of what it says where it has none: places shift when a history is cut at its front. */
export function messageKey({ messages, segments }: ProjectedTranscript, index: number): string {
  const content = segments[index]?.message;
  return messages[index]?.id ?? (content === undefined ? `@${index}` : contentKey(content));
}

const hashed = new WeakMap<MessageContent, string>();

function contentKey(content: MessageContent): string {
  const known = hashed.get(content);
  if (known !== undefined) return known;
  const { role, toolCallId = "", toolCalls = [] } = content;
  const said = [role, toolCallId, ...toolCalls.map(({ id = "" }) => id), renderMessage(content)].join("\n");
  const key = `#${nodeDigest.sha256(said).slice(0, 16)}`;
  hashed.set(content, key);
  return key;
}
