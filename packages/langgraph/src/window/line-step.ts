import type { PlanTrigger } from "@plimsoll/core";

/** One step down the ladder that was taken. */
export interface LineStep {
  readonly kind: "reuse" | "summarize" | "clip" | "evict";
  readonly trigger: PlanTrigger;
  /** The plan's sentence. */
  readonly reason: string;
  /** How many turns it concerned. */
  readonly turns: number;
  /** Indexes of the transcript's turns that left by it. */
  readonly leaving: readonly number[];
}
