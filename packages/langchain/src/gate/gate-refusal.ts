import { type CompiledBudget, largestRows, PlimsollError } from "@plimsoll/core";
import { markNotRetriable } from "@plimsoll/langgraph";
import type { GateDrift, GatedCall } from "./gate-report.ts";

/** How many of the largest rows a refusal names: enough to see what to cut. */
const namedRows = 3;

/** The error that replaces a call which is over its window, marked as not retriable for the frameworks that look. */
export function gateRefusal({ modelId }: GatedCall, budget: CompiledBudget, drift: GateDrift | null): PlimsollError {
  const { projectedTotalTokens, modelContextTokens, requestFingerprint, freeTokens } = budget;
  const shortBy = -freeTokens;
  const largest = largestRows(budget.rows, namedRows).map(({ segment, label, tokens }) => ({ segment, label, tokens }));
  const changed = drift?.changes[0];
  const cause =
    changed === undefined || changed.tokens <= 0
      ? "Shorten the conversation, send fewer or smaller tools, lower the output reservation, or use a model with a larger window."
      : `Since it was budgeted, "${changed.label}" was ${changed.change} (${changed.segment}, ${changed.tokens} tokens): put contextBudgetMiddleware last in the middleware array.`;
  const rows = largest.map(({ label, tokens }) => `${label} ${tokens}`).join(", ");
  return markNotRetriable(
    new PlimsollError(
      "context_budget_exceeded",
      `the request to "${modelId}" needs ${projectedTotalTokens} tokens of a window of ${modelContextTokens} and is ${shortBy} over at the gate. ${cause} Largest: ${rows}.`,
      { details: { requestFingerprint, projectedTotalTokens, modelContextTokens, shortBy, largest } },
    ),
  );
}
