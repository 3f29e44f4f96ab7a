import type { ContextSummarizedEvent, LedgerRow, PlanTrigger, SummaryUsage } from "@plimsoll/core";
import type { BudgetRecord } from "../budget/budget-report.ts";
import type { SummaryFailure } from "../summaries/summary-need.ts";

interface Summarizing {
  /** Name of the summary it is about. */
  readonly summaryRef: string;
  /** The line that called for it. */
  readonly trigger: PlanTrigger;
  /** The subgraph it belongs to, without task ids; empty at the root. */
  readonly namespace: string;
}

/** The course of one summary. */
export type SummarizingEvent =
  /** The summarizer is about to be asked. */
  | (Summarizing & {
      readonly type: "context.summarizing.started";
      readonly turns: number;
      readonly tokensBefore: number;
    })
  /** It is recorded, and stands in the request. */
  | (Summarizing & {
      readonly type: "context.summarizing.completed";
      readonly turns: number;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      readonly usage?: SummaryUsage;
    })
  /** There is none; nothing was changed, and the ladder went on without it. */
  | (Summarizing & {
      readonly type: "context.summarizing.failed";
      readonly reason: SummaryFailure;
      /** Name of the error, where one was thrown. Never its message. */
      readonly error?: string;
    })
  /** Nobody was asked: the same request failed before, or the run has made as many as it may. */
  | (Omit<Summarizing, "summaryRef"> & {
      readonly type: "context.summarizing.skipped";
      readonly reason: "already-tried" | "too-many-compactions";
    });

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

/**
 * Says, once for each conversation, that its summaries are recorded in this process's memory only: another process, or
 * this one after a restart, would make them anew.
 */
export interface SummariesUnpinnedEvent {
  readonly type: "context.summaries_unpinned";
  /** The run has no checkpointer, or one that overwrites what it is given. */
  readonly reason: "no-checkpointer" | "checkpointer-overwrites";
  /** The subgraph it belongs to, without task ids; empty at the root. */
  readonly namespace: string;
}

/** Says that `onBudget` threw; content-free, so only the error's name is told. */
export interface ListenerFailedEvent {
  readonly type: "context.listener_failed";
  readonly error: string;
}

/** Says that what was to leave the state could not be stored, so that it stays. */
export interface RewriteFailedEvent {
  readonly type: "context.rewrite_failed";
  readonly error: string;
}

/** Says that a request could not be read in `observe` mode; it left as it came. */
export interface ObserveFailedEvent {
  readonly type: "context.observe_failed";
  readonly error: string;
}

/** Everything that is told on the streams. Content-free. */
export type ContextEvent =
  | BudgetRecord
  | RefusedEvent
  | ListenerFailedEvent
  | RewriteFailedEvent
  | ObserveFailedEvent
  | ContextSummarizedEvent
  | SummarizingEvent
  | SummariesUnpinnedEvent;

const types: Readonly<Record<ContextEvent["type"], true>> = {
  "context.budget": true,
  "context.refused": true,
  "context.listener_failed": true,
  "context.rewrite_failed": true,
  "context.observe_failed": true,
  "context.summarized": true,
  "context.summaries_unpinned": true,
  "context.summarizing.started": true,
  "context.summarizing.completed": true,
  "context.summarizing.failed": true,
  "context.summarizing.skipped": true,
};

/** Whether a chunk of a custom stream is one of ours: its type is in the closed list, whatever else a graph writes there. */
export function isContextEvent(chunk: unknown): chunk is ContextEvent {
  if (typeof chunk !== "object" || chunk === null) return false;
  const type: unknown = Reflect.get(chunk, "type");
  return typeof type === "string" && Object.hasOwn(types, type);
}
