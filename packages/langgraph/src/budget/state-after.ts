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
    run: {
      task: begun.task,
      compactions: begun.compactions + made,
      countedFrom: begun.countedFrom,
      ...restAfter(kept, begun),
    },
    scope: begun.scope,
    record: recordOf(report),
  };
}

/** Model calls below the limit without a compaction after one failed (each would cost a call, and most likely fail again), or was made (turns larger than the room it made would have one at every call). */
const restingCalls = { afterFailure: 5, afterSuccess: 2 };

function restAfter(
  { hasFailedSummary, steps }: KeptLine,
  { iteration, previous }: BegunRun,
): { readonly restsUntil?: number } {
  if (hasFailedSummary) return { restsUntil: iteration + restingCalls.afterFailure };
  if (steps.some(({ kind }) => kind === "summarize")) return { restsUntil: iteration + restingCalls.afterSuccess };
  const until = previous?.run.restsUntil;
  return until === undefined || until <= iteration ? {} : { restsUntil: until };
}
