import type { CompiledBudget, Digest, TokenCounter, WindowPlan } from "@plimsoll/core";
import type { MessageSegment, ProjectedTranscript } from "../project-transcript.ts";
import type { LinePolicy } from "./line-policy.ts";
import type { LineStep } from "./line-step.ts";
import type { WeighedWindow } from "./plan-turns.ts";
import type { StandingWindow } from "./standing-window.ts";
import type { SummaryRun } from "./summary-run.ts";

/** What keeping a request under its line needs. */
export interface LineInput {
  readonly transcript: ProjectedTranscript;
  readonly standing: StandingWindow | undefined;
  readonly policy: LinePolicy;
  readonly counter: TokenCounter;
  readonly digest: Digest;
  readonly run: SummaryRun;
  /** A manual request is standing. */
  readonly requested: boolean;
  /** The provider reported an overflow of this request: so many tokens must be freed whatever the ledger says. */
  readonly mustFree?: number;
  /** Compiles the request with these segments for the conversation, which start at `firstSegment`. */
  readonly compile: (segments: readonly MessageSegment[]) => {
    readonly budget: CompiledBudget;
    readonly firstSegment: number;
  };
}

/** The request as it leaves, or would have left: its ledger, its messages, and how it came about. */
export interface KeptLine extends WeighedWindow {
  readonly standing: StandingWindow | undefined;
  /** The last plan, which holds or refuses; null where nothing was planned. */
  readonly plan: Extract<WindowPlan, { kind: "hold" | "refuse" }> | null;
  /** The steps before it, in order. */
  readonly steps: readonly LineStep[];
  /** A summary was asked for and could not be had, or the standing one was lost. */
  readonly hasFailedSummary: boolean;
}
