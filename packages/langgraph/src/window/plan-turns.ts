import { type CompiledBudget, type PlannedTurn, tokensBySegment, type TokenCounter } from "@plimsoll/core";
import { clippablePieces } from "../clip/clippable-pieces.ts";
import type { ProjectedTranscript, TranscriptTurn } from "../project-transcript.ts";
import { transcriptTokens } from "./transcript-count.ts";
import type { TranscriptWindow, WindowEntry } from "./window-entries.ts";

/** A window as it was compiled. */
export interface WeighedWindow {
  readonly window: TranscriptWindow;
  readonly entries: readonly WindowEntry[];
  readonly budget: CompiledBudget;
  /** Index of the first entry's segment in the compiled request. */
  readonly firstSegment: number;
}

export interface WeighingOptions {
  readonly keepLastTurns: number;
  readonly counter: TokenCounter;
  /** Counter of the transcript's bounds; absent where there are none. */
  readonly transcriptCounter: TokenCounter | undefined;
  /** Whether clipping may come into question; looking for what can be clipped costs a count of every text. */
  readonly mayClip: boolean;
}

/** The turns that are still in, as the planner sees them; `indexes` leads from theirs back to the transcript's. */
export function planTurns(
  { window, entries, budget, firstSegment }: WeighedWindow,
  options: WeighingOptions,
): { readonly turns: readonly PlannedTurn[]; readonly indexes: readonly number[] } {
  const { transcript } = window;
  const tokens = tokensBySegment(budget.rows);
  const places = new Map(entries.flatMap(({ index }, place) => (index === undefined ? [] : [[index, place] as const])));
  const kept = lastTurns(transcript, Math.max(1, options.keepLastTurns));
  const indexes = [...transcript.turns.keys()].filter((turn) => !window.out.has(turn));
  const turns = indexes.flatMap((index) => {
    const turn = transcript.turns[index];
    if (turn === undefined) return [];
    const sent = turn.entries.flatMap((entry) => {
      const place = places.get(entry);
      const found = place === undefined ? undefined : entries[place];
      return found === undefined || place === undefined
        ? []
        : [{ ...found, tokens: tokens.get(firstSegment + place) ?? 0 }];
    });
    return [
      {
        kind: turn.kind,
        tokens: sent.reduce((sum, entry) => sum + entry.tokens, 0),
        transcript: weightInTranscript(turn, sent, options.transcriptCounter),
        protected: turn.pinned,
        kept: kept.has(index),
        clippable:
          turn.pinned || !options.mayClip
            ? []
            : sent.flatMap(({ message }) => clippableTokens(message, options.counter)),
      },
    ];
  });
  return { turns, indexes };
}

function clippableTokens(message: WindowEntry["message"], counter: TokenCounter): readonly number[] {
  return clippablePieces(message, counter).map(({ tokens }) => tokens);
}

/** What a turn counts towards the transcript's bounds: nothing for system text, frames and the task. */
function weightInTranscript(
  turn: TranscriptTurn,
  sent: readonly WindowEntry[],
  counter: TokenCounter | undefined,
): PlannedTurn["transcript"] {
  if (counter === undefined || !isInTranscript(turn)) return { entries: 0, tokens: 0 };
  return {
    entries: sent.length,
    tokens: sent.reduce((sum, { segment }) => sum + transcriptTokens(segment.message, counter), 0),
  };
}

/** The transcript is everything but task, frames and system text (DESIGN, vocabulary). */
export function isInTranscript({ conversation, pinned, kind }: TranscriptTurn): boolean {
  return conversation && !(pinned && kind === "human");
}

function lastTurns({ turns }: ProjectedTranscript, count: number): ReadonlySet<number> {
  const conversation = [...turns.keys()].filter((index) => turns[index]?.conversation === true);
  return new Set(conversation.slice(-count));
}
