import type { LoggedEvent, TranscriptWindow } from "./transcript-window.ts";

/** What a host advertises about its transcripts; from its discovery document. */
export interface AdvertisedBudget {
  readonly transcriptTokenBudget?: number;
  readonly transcriptWindow?: number;
  readonly tokenCounter: string;
  /** Whether it says that it summarizes. */
  readonly summarizes: boolean;
  /** Verbatim turns it promises. */
  readonly keepLastTurns?: number;
}

/** One turn as an outsider sees it. */
export interface CheckedTurn {
  readonly iteration: number;
  readonly window: TranscriptWindow;
  readonly advertised: AdvertisedBudget;
  /** The run's log. */
  readonly log: readonly LoggedEvent[];
  /** Counts the advertised unit; undefined for a unit nobody else can count. */
  readonly count: ((text: string) => number) | undefined;
}

/** A rule of the checker that a turn breaks. Rules named `R` are the public checker's, those named `P` are ours. */
export interface Violation {
  readonly rule: string;
  readonly iteration: number;
  /** What is wrong, with the values. */
  readonly what: string;
}

export interface TurnCheck {
  readonly violations: readonly Violation[];
  /** Whether the budget took something out of this turn; a run without pressure proves little. */
  readonly pressure: boolean;
}

/** A broken rule and what is wrong. */
export type Broken = readonly [rule: string, what: string];
