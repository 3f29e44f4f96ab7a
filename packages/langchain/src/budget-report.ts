import type { CompiledBudget, LedgerRow } from "@plimsoll/core";

/** Turns that left the window without a summary that covers them. References only. */
export interface Eviction {
  /** Turns that are out of this request, all told. */
  readonly evictedTurns: number;
  /** Turns and messages taken out by this very decision; ids are null for messages that have none. */
  readonly newlyEvictedTurns: number;
  readonly newlyEvictedMessageIds: readonly (string | null)[];
}

/** What was done with a request: sent as it was, sent without some turns, or refused. */
export type BudgetAction =
  | { readonly kind: "sent" }
  | { readonly kind: "evicted"; readonly eviction: Eviction }
  | { readonly kind: "refused"; readonly shortBy: number };

/** One report per outgoing request. Content-free: counts, hashes, ids and names of tools. */
export interface BudgetReport {
  readonly type: "context.budget";
  readonly mode: "observe" | "enforce";
  readonly action: BudgetAction;
  /** The ledger of the request as it leaves (or would have left), rows included. */
  readonly budget: CompiledBudget;
}

/** A report as it travels in streams and rests in private state: of constant size, without the rows. */
export interface BudgetRecord extends Omit<BudgetReport, "budget"> {
  readonly budget: Omit<CompiledBudget, "rows">;
}

/** Says that a request was refused; fires whatever other middleware makes of the error. */
export interface RefusedEvent {
  readonly type: "context.refused";
  readonly code: "context_budget_exceeded";
  readonly requestFingerprint: string;
  readonly projectedTotalTokens: number;
  readonly modelContextTokens: number;
  readonly shortBy: number;
  readonly largest: readonly Pick<LedgerRow, "segment" | "label" | "tokens">[];
}

/** Says that `onBudget` threw; content-free, so only the error's name is told. */
export interface ListenerFailedEvent {
  readonly type: "context.listener_failed";
  readonly error: string;
}

/** Everything the middleware writes to the custom stream. */
export type ContextEvent = BudgetRecord | RefusedEvent | ListenerFailedEvent;

/** The report without its rows. */
export function recordOf(report: BudgetReport): BudgetRecord {
  const { rows: _rows, ...budget } = report.budget;
  return { ...report, budget };
}
