import type { ArtifactId, CompiledBudget, WindowPlan } from "@plimsoll/core";
import type { LineStep } from "../window/line-step.ts";

/** The summary that stands in a request. References and numbers only. */
export interface StandingSummaryReport {
  readonly artifactId: ArtifactId;
  /** Turns it stands for. */
  readonly turns: number;
  /** What became of it at this request: it stood already, was found recorded, or was made. */
  readonly source: "standing" | "reused" | "made";
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** Turns that are out of a request without a summary that covers them. References only. */
export interface UncoveredReport {
  readonly turns: number;
  /** Of these, the turns and messages taken out by this very decision; ids are null for messages that have none. */
  readonly newTurns: number;
  readonly newMessageIds: readonly (string | null)[];
}

/** What was done with a request. */
export type BudgetAction =
  /** Left as it was. */
  | { readonly kind: "sent" }
  /** Left with older turns replaced, taken out or clipped. */
  | {
      readonly kind: "shortened";
      readonly summary: StandingSummaryReport | null;
      readonly uncovered: UncoveredReport;
      /** Messages sent with a shortened text. */
      readonly clippedMessages: number;
    }
  /** Never left; tokens over the window, and over the transcript's bound, when everything that may go is out. */
  | { readonly kind: "refused"; readonly shortBy: number };

/** What had to be mended so that the provider takes the request at all. */
export interface RepairReport {
  /** Calls left unanswered by a run that was broken off, answered by a labelled result. */
  readonly answeredCalls: number;
  /** Results that stood away from their call. */
  readonly movedResults: number;
  /** Results of no call, and assistant messages that say nothing at all, left out. */
  readonly omittedMessages: number;
}

/** The transcript beside the ledger, where it is bounded (RFC 0111). Never added to the ledger. */
export interface TranscriptReport {
  readonly counter: string;
  readonly tokens: number;
  readonly entries: number;
  readonly tokenBudget: number | null;
  readonly entryBudget: number | null;
}

/** One report per outgoing request. Content-free: counts, hashes, ids and names of tools. */
export interface BudgetReport {
  readonly type: "context.budget";
  readonly mode: "observe" | "enforce";
  /** Model calls of the thread so far, this one included. */
  readonly iteration: number;
  readonly action: BudgetAction;
  /** Why it was left at that: the last plan, in words and numbers; null in `observe` mode, which plans nothing. */
  readonly plan: Extract<WindowPlan, { kind: "hold" | "refuse" }> | null;
  /** The steps before it, in order. */
  readonly steps: readonly Omit<LineStep, "leaving">[];
  readonly repairs: RepairReport;
  /** Older copies of frames that stood in the history and are left out. */
  readonly supersededFrames: number;
  readonly transcript: TranscriptReport | null;
  /** Messages in the history that another summarizer left: its summaries are not recorded here. */
  readonly foreignSummaries: number;
  /** The second attempt after the provider reported an overflow. */
  readonly recovery: boolean;
  /** The subgraph it belongs to, without task ids; empty at the root. */
  readonly namespace: string;
  /** The ledger of the request as it leaves (or would have left), rows included. */
  readonly budget: CompiledBudget;
}

/** A report as it travels in streams and rests in private state: of constant size, without rows and ids. */
export interface BudgetRecord extends Omit<BudgetReport, "budget"> {
  readonly budget: Omit<CompiledBudget, "rows">;
}

/** The report without what grows with the request. */
export function recordOf(report: BudgetReport): BudgetRecord {
  const { rows: _rows, ...budget } = report.budget;
  return { ...report, budget, action: withoutIds(report.action) };
}

function withoutIds(action: BudgetAction): BudgetAction {
  return action.kind === "shortened" ? { ...action, uncovered: { ...action.uncovered, newMessageIds: [] } } : action;
}
