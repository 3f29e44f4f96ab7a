export type {
  BudgetAction,
  BudgetRecord,
  BudgetReport,
  ContextEvent,
  Eviction,
  ListenerFailedEvent,
  RefusedEvent,
} from "./budget-report.ts";
export { contextBudgetMiddleware } from "./context-budget-middleware.ts";
export type { ContextBudgetOptions } from "./options.ts";
export { retryUnlessRefused } from "./retry-unless-refused.ts";

export { findPlimsollError, formatLedger, isPlimsollError, PlimsollError } from "@plimsoll/core";
export type { CompiledBudget, LedgerRow, PlimsollErrorCode } from "@plimsoll/core";
export { tagSegment } from "@plimsoll/langgraph";
export type { SegmentTag } from "@plimsoll/langgraph";
