export { contextBudgetMiddleware } from "./context-budget-middleware.ts";
export type { ContextBudgetOptions } from "./options.ts";
export { budgetGate } from "./gate/budget-gate.ts";
export type { BudgetGateOptions } from "./gate/gate-options.ts";
export type {
  DriftChange,
  GateDrift,
  GatedCall,
  GateOutcome,
  GateRecord,
  GateReport,
  UsageReport,
} from "./gate/gate-report.ts";
export { providerPayload } from "./payload/provider-payload.ts";
export type { PayloadCall, ProviderPayload } from "./payload/provider-payload.ts";
export { retryUnlessRefused } from "./retry-unless-refused.ts";

export { digestSummarizer, findPlimsollError, formatLedger, isPlimsollError, PlimsollError } from "@plimsoll/core";
export type {
  CompiledBudget,
  LedgerRow,
  PlimsollErrorCode,
  Summarizer,
  SummaryRecord,
  SummaryStore,
} from "@plimsoll/core";
export {
  chatModelSummarizer,
  createMemorySummaryStore,
  describeProblem,
  messageProblems,
  requestCompaction,
  tagSegment,
} from "@plimsoll/langgraph";
export type {
  Frame,
  FrameSource,
  SummarizingEvent,
  BudgetAction,
  BudgetRecord,
  BudgetReport,
  ContextEvent,
  ListenerFailedEvent,
  RefusedEvent,
  SegmentTag,
} from "@plimsoll/langgraph";
