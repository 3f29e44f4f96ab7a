export { contextBudgetState } from "./node/context-budget-state.ts";
export { createSummarizationNode } from "./node/create-summarization-node.ts";
export type { NodeConfig, SummarizationNode } from "./node/create-summarization-node.ts";
export type { ReplacedMessages, SummarizationNodeOptions } from "./node/summarization-node-options.ts";

export { requestCompaction } from "./budget/compaction-request.ts";
export type { Frame, FrameContext, FrameSource } from "./frames/frame.ts";
export { messageProblems } from "./message-problems.ts";
export { isSyntheticResult, repairMessages } from "./repair-messages.ts";
export type { RepairedMessages } from "./repair-messages.ts";
export { chatModelSummarizer } from "./summaries/chat-model-summarizer.ts";
export type { ChatModelSummarizerOptions } from "./summaries/chat-model-summarizer.ts";
export { createMemorySummaryStore } from "./summaries/memory-summary-store.ts";
export { workingSummaryPrompt } from "./summaries/prompts.ts";
export type { SummaryPrompt } from "./summaries/prompts.ts";
export { describeProblem, digestSummarizer, findPlimsollError, isPlimsollError, PlimsollError } from "@plimsoll/core";
export type { RequestProblem, Summarizer, SummaryRecord, SummaryStore } from "@plimsoll/core";

export { assertReplayable } from "./pins/assert-replayable.ts";
export type { ReplayStart } from "./pins/assert-replayable.ts";
export { prepareReplay, replayOf } from "./replay/declared-replay.ts";
export type { ReplayDeclaration } from "./replay/declared-replay.ts";
export type { ReplaySource } from "./replay/replay-source.ts";
export { createBaseStoreSummaryStore } from "./pins/base-store-summary-store.ts";
export { pinSummaries } from "./pins/pin-summaries.ts";
export type { PrunedSummaries } from "./pins/prune-summaries.ts";
export { probeSaver } from "./pins/probe-saver.ts";
export { createSaverSummaryStore } from "./pins/saver-summary-store.ts";
export { withPinnedSummaries } from "./pins/with-pinned-summaries.ts";
export type { PinnedSummaries } from "./pins/with-pinned-summaries.ts";

// Below: for hosts that build on the window themselves.
export { baseRequest } from "./budget/base-request.ts";
export type { CallSettings } from "./budget/base-request.ts";
export { budgetOptionsShape, parseBudgetOptions } from "./budget/budget-options.ts";
export type { BudgetOptions, ParsedBudgetOptions, ResolvedBudgetOptions } from "./budget/budget-options.ts";
export type {
  BudgetAction,
  BudgetRecord,
  BudgetReport,
  RepairReport,
  StandingSummaryReport,
  TranscriptReport,
  UncoveredReport,
} from "./budget/budget-report.ts";
export { budgetRequest } from "./budget/budget-request.ts";
export type { BudgetedRequest } from "./budget/budget-request.ts";
export type { OutgoingRequest } from "./budget/outgoing-request.ts";
export type { BudgetRun } from "./budget/budget-run.ts";
export { budgetStateField, budgetStateKey } from "./budget/budget-state.ts";
export type { BudgetState } from "./budget/budget-state.ts";
export { emitContextEvent } from "./events/emit-context-event.ts";
export { errorName } from "./summaries/error-name.ts";
export { isContextEvent } from "./events/context-event.ts";
export type {
  ContextEvent,
  ListenerFailedEvent,
  RefusedEvent,
  ObserveFailedEvent,
  RewriteFailedEvent,
  SummariesUnpinnedEvent,
  SummarizingEvent,
} from "./events/context-event.ts";
export { contextEventsTransformer } from "./events/context-events-transformer.ts";
export { isContextOverflow } from "./budget/context-overflow.ts";
export { compactionContextSchema } from "./budget/compaction-request.ts";
export { modelFacts } from "./budget/model-facts.ts";
export type { ModelFacts } from "./budget/model-facts.ts";
export { markNotRetriable, retriableMark } from "./budget/retriable-mark.ts";
export { projectMessage, toolCallsOf } from "./project-message.ts";
export type { AnsweredCall } from "./project-message.ts";
export { projectTool } from "./project-tool.ts";
export { projectTranscript } from "./project-transcript.ts";
export type {
  MessageSegmentKind,
  ProjectedTranscript,
  TranscriptOptions,
  TranscriptTurn,
} from "./project-transcript.ts";
export { segmentTagOf, tagSegment } from "./segment-tag.ts";
export type { FrameSegment, SegmentTag } from "./segment-tag.ts";
export { summaryMessage } from "./window/summary-message.ts";
