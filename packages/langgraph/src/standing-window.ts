import type { ProjectedTranscript, TranscriptTurn } from "./project-transcript.ts";

/**
 * What has left the window for good, as references of constant size: everything before and including the turn
 * `through`, but for the turns in `kept`. Plain JSON, kept in private state.
 */
export interface StandingWindow {
  /** Key of the last turn that was taken out. */
  readonly through: string;
  /** Keys of earlier turns that are still in: protected then, or the human message of an exchange that is partly in. */
  readonly kept: readonly string[];
  /** How many turns are out. More than this are never taken out on the strength of this record. */
  readonly evictedTurns: number;
}

/**
 * Indexes of the turns that an earlier decision has taken out. Empty where the record no longer fits the transcript
 * (its boundary was removed, or messages were inserted before it): then the decision is made anew, and told anew.
 */
export function evictedTurns(transcript: ProjectedTranscript, standing: StandingWindow | undefined): readonly number[] {
  if (standing === undefined) return [];
  const boundary = transcript.turns.findLastIndex((turn) => turnKey(transcript, turn) === standing.through);
  const kept = new Set(standing.kept);
  const evicted = transcript.turns.flatMap((turn, index) => {
    const out = index <= boundary && !turn.pinned && !kept.has(turnKey(transcript, turn));
    return out ? [index] : [];
  });
  return evicted.length > standing.evictedTurns ? [] : evicted;
}

/** The record after more turns have gone; `evicted` are all turns that are out, ascending. */
export function standAfter(transcript: ProjectedTranscript, evicted: readonly number[]): StandingWindow | undefined {
  const last = evicted.at(-1);
  const boundary = last === undefined ? undefined : transcript.turns[last];
  if (last === undefined || boundary === undefined) return undefined;
  const out = new Set(evicted);
  const kept = transcript.turns.slice(0, last).filter((turn, index) => !out.has(index) && turn.kind !== "system");
  return {
    through: turnKey(transcript, boundary),
    kept: kept.map((turn) => turnKey(transcript, turn)),
    evictedTurns: evicted.length,
  };
}

/** The first message's id, or its place where it has none (places are stable while a history only grows). */
export function turnKey(transcript: ProjectedTranscript, turn: TranscriptTurn): string {
  const first = turn.entries[0] ?? -1;
  return transcript.messages[first]?.id ?? `@${first}`;
}
