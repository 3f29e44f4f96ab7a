import type { KeptLine } from "../window/line-input.ts";
import { type BudgetReport, recordOf } from "./budget-report.ts";
import type { BegunRun } from "./budget-run.ts";
import type { BudgetState } from "./budget-state.ts";

/** The state after a request. */
export function stateAfter(kept: KeptLine, begun: BegunRun, report: BudgetReport): BudgetState {
  const made = kept.steps.filter(({ kind }) => kind === "summarize").length;
  return {
    version: 1,
    iteration: begun.iteration,
    ...(kept.standing === undefined ? {} : { standing: kept.standing }),
    run: { task: begun.task, compactions: begun.compactions + made, ...restAfter(kept, begun) },
    scope: begun.scope,
    record: recordOf(report),
  };
}

/** Model calls without another attempt after a summary failed: each would cost a call, and most likely fail again. */
const restingCalls = 5;

function restAfter(
  { hasFailedSummary }: KeptLine,
  { iteration, previous }: BegunRun,
): { readonly restsUntil?: number } {
  if (hasFailedSummary) return { restsUntil: iteration + restingCalls };
  const until = previous?.run.restsUntil;
  return until === undefined || until <= iteration ? {} : { restsUntil: until };
}
