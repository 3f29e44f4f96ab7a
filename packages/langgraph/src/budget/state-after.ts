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
    run: { task: begun.task, compactions: begun.compactions + made },
    scope: begun.scope,
    record: recordOf(report),
  };
}
