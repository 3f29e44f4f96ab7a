import type { BudgetReport, ContextEvent } from "./budget-report.ts";
import { recordOf } from "./budget-report.ts";

/** Writes to the custom stream; absent outside a graph run. */
export type Writer = ((event: ContextEvent) => void) | undefined;

/** Tells a report to the listener and to the stream. A listener that throws changes nothing and is told of on the stream. */
export function tell(
  report: BudgetReport,
  writer: Writer,
  onBudget: ((report: BudgetReport) => void) | undefined,
): void {
  writer?.(recordOf(report));
  if (onBudget === undefined) return;
  try {
    onBudget(report);
  } catch (error) {
    writer?.({ type: "context.listener_failed", error: error instanceof Error ? error.name : typeof error });
  }
}
