import { type CompiledBudget, type LedgerRow, largestRows, PlimsollError } from "@plimsoll/core";
import type { RefusedEvent } from "./budget-report.ts";
import { markNotRetriable } from "./retriable-mark.ts";

interface Refused {
  readonly budget: CompiledBudget;
  /** Tokens over the window when everything that may be taken out is out. */
  readonly shortBy: number;
}

/** How many of the largest rows a refusal names: enough to see what to cut. */
const namedRows = 3;

/** The error that replaces an over-budget call, marked as not retriable for the frameworks that look. */
export function refusal({ budget, shortBy }: Refused): PlimsollError {
  const rows = largest(budget);
  const message =
    `the request needs ${budget.projectedTotalTokens} tokens of a window of ${budget.modelContextTokens} and is still ${shortBy} over with every ` +
    `turn out that may go; largest: ${rows.map((row) => `${row.label} ${row.tokens}`).join(", ")}. ` +
    "Send fewer or smaller tools, shorten the largest entries, lower the output reservation or keepLastTurns, or use a model with a larger window.";
  const error = new PlimsollError("context_budget_exceeded", message, {
    details: { ...totalsOf(budget), shortBy, largest: rows },
  });
  return markNotRetriable(error);
}

/** The event beside the error. */
export function refusedEvent({ budget, shortBy }: Refused): RefusedEvent {
  return {
    type: "context.refused",
    code: "context_budget_exceeded",
    ...totalsOf(budget),
    shortBy,
    largest: largest(budget),
  };
}

function totalsOf({ requestFingerprint, projectedTotalTokens, modelContextTokens }: CompiledBudget) {
  return { requestFingerprint, projectedTotalTokens, modelContextTokens };
}

function largest(budget: CompiledBudget): readonly Pick<LedgerRow, "segment" | "label" | "tokens">[] {
  return largestRows(budget.rows, namedRows).map(({ segment, label, tokens }) => ({ segment, label, tokens }));
}
