import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { SummaryStore } from "@plimsoll/core";

/** A saver under test, and what its wrapper adds where it has one. */
export interface ForkHome {
  readonly saver: BaseCheckpointSaver;
  /** Where summaries are recorded. Default: wherever the node finds a home by itself. */
  readonly store?: SummaryStore;
  /** Copies a thread with its summaries; absent for savers that are not wrapped. */
  readonly copyThread?: (from: string, to: string, options: { readonly checkpointId: string }) => Promise<void>;
  /** Opens anew what this one has left, as another process does; absent for savers that keep nothing. */
  readonly reopen?: () => Promise<ForkHome>;
}

/** What came of a case: undefined where it is right, else what is wrong; `not applicable` where the saver lacks a part. */
export type ForkOutcome = string | undefined;

export const notApplicable = "not applicable";

/** One thing that must hold for forks, replays and retries over a saver. */
export interface ForkCase {
  /** Stable name. */
  readonly id: string;
  /** What holds where it is right: a fact in plain present tense. */
  readonly title: string;
  readonly run: (home: ForkHome) => Promise<ForkOutcome>;
}

/** The first thing that is wrong. */
export function firstWrong(...conditions: readonly (readonly [isWrong: boolean, what: string])[]): ForkOutcome {
  return conditions.find(([isWrong]) => isWrong)?.[1];
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
