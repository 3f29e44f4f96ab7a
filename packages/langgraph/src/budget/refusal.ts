import { emitContextEvent, type Writer } from "../events/emit-context-event.ts";
import { type CompiledBudget, type LedgerRow, largestRows, PlimsollError, type WindowPlan } from "@plimsoll/core";
import { markNotRetriable } from "./retriable-mark.ts";

type RefusePlan = Extract<WindowPlan, { kind: "refuse" }>;

/** What is refused: by the last plan, or because it changed after it was decided on. */
type Refusal = Pick<RefusePlan, "shortBy" | "transcriptOver"> & { readonly cause: RefusePlan["cause"] | "changed" };

/** How many of the largest rows a refusal names: enough to see what to cut. */
const namedRows = 3;

/** Tells that the request is refused, and makes the error. */
export async function refuse(budget: CompiledBudget, plan: Refusal, writer: Writer): Promise<PlimsollError> {
  const refused = { ...totalsOf(budget), shortBy: plan.shortBy, largest: largest(budget) };
  await emitContextEvent({ type: "context.refused", code: "context_budget_exceeded", ...refused }, { writer });
  return refusal(budget, plan);
}

/** The error that replaces an over-budget call, marked as not retriable for the frameworks that look. */
export function refusal(budget: CompiledBudget, plan: Refusal): PlimsollError {
  const rows = largest(budget);
  const message = `${overBy(budget, plan)}${causes[plan.cause]} Largest: ${rows.map((row) => `${row.label} ${row.tokens}`).join(", ")}.`;
  const details = { ...totalsOf(budget), shortBy: plan.shortBy, largest: rows };
  return markNotRetriable(new PlimsollError("context_budget_exceeded", message, { details }));
}

/** By how much, in words. */
function overBy(budget: CompiledBudget, { shortBy, transcriptOver }: Refusal): string {
  const parts = [
    `the request needs ${budget.projectedTotalTokens} tokens of a window of ${budget.modelContextTokens}`,
    ...(shortBy > 0 ? [`is still ${shortBy} over`] : []),
    ...(transcriptOver.tokens > 0 ? [`its transcript is ${transcriptOver.tokens} over transcriptTokenBudget`] : []),
    ...(transcriptOver.entries > 0
      ? [`its transcript is ${transcriptOver.entries} entries over transcriptWindow`]
      : []),
  ];
  return parts.join(" and ");
}

const causes: Readonly<Record<Refusal["cause"], string>> = {
  changed: ": state or frames have grown since the summarization node decided. Run the node again before the model.",
  "too-large":
    " with everything out that may go. Send fewer or smaller tools, shorten the largest entries, lower the output reservation or keepLastTurns, or use a model with a larger window.",
  off: ', and compaction is off. Set compaction: "auto", or shorten the conversation.',
  "not-requested": ', and compaction is manual and was not asked for. Ask for it, or set compaction: "auto".',
};

function totalsOf({ requestFingerprint, projectedTotalTokens, modelContextTokens }: CompiledBudget) {
  return { requestFingerprint, projectedTotalTokens, modelContextTokens };
}

function largest(budget: CompiledBudget): readonly Pick<LedgerRow, "segment" | "label" | "tokens">[] {
  return largestRows(budget.rows, namedRows).map(({ segment, label, tokens }) => ({ segment, label, tokens }));
}
