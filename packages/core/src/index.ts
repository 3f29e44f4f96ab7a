export { compileOutboundRequestBudget } from "./compile-outbound-request-budget.ts";
export type {
  CompiledBudget,
  CompileOptions,
  LedgerProvenance,
  OutboundRequestBudget,
} from "./compile-outbound-request-budget.ts";
export type { Decision, HistoryOnlyView, Verdict } from "./decision.ts";
export { findPlimsollError, isPlimsollError, PlimsollError, plimsollErrorCodes } from "./errors.ts";
export type { PlimsollErrorCode } from "./errors.ts";
export type { RequestFingerprint, UnstableInput } from "./fingerprint.ts";
export { formatLedger } from "./format-ledger.ts";
export type { LedgerRow } from "./ledger.ts";
export { conservativeCounter } from "./conservative/conservative-counter.ts";
export { utf8BytesCounter } from "./conservative/utf8-bytes-counter.ts";
export { charsCounter } from "./token-counter.ts";
export type { CounterProvenance, Exactness, TokenCounter } from "./token-counter.ts";
export type {
  ContentPart,
  JsonValue,
  MediaPart,
  MessageContent,
  MessageRole,
  OutboundRequest,
  Reservations,
  ResponseFormatContent,
  Segment,
  SegmentKind,
  SegmentOrigin,
  Surface,
  ToolCall,
  ToolContent,
} from "./outbound-request.ts";

export { digestSummarizer } from "./digest-summarizer/digest-summarizer.ts";
export type { Summarizer, SummaryDraft, SummaryRequest, SummaryTurn } from "./summarizer.ts";
export type {
  ArtifactId,
  SummaryRecord,
  SummaryReference,
  SummaryStore,
  SummaryStrategy,
  SummaryUsage,
} from "./summary-record.ts";

export { changesBetween, createDumpLines, dumpVersion } from "./dump/dump-line.ts";
export type { DumpCall, DumpChange, DumpedReport, DumpEvent, DumpHeader, DumpLine } from "./dump/dump-line.ts";
export { parseDumpLine } from "./dump/parse-dump-line.ts";
export { readDump } from "./dump/read-dump.ts";
export type { DumpEnd } from "./dump/read-dump.ts";

// Below: what adapters are built from.
export { canonicalJson, jsonText } from "./canonical-json.ts";
export { createContentMemo } from "./content-memo.ts";
export type { ContentMemo } from "./content-memo.ts";
export { pureDigest } from "./digest.ts";
export type { Digest } from "./digest.ts";
export { defaultThreshold, parseThreshold } from "./eligibility.ts";
export { contextSummarizedEvent, counterNameOf } from "./context-summarized-event.ts";
export type {
  ContextSummarizedEvent,
  ContextSummarizedPayload,
  TranscriptCounterName,
} from "./context-summarized-event.ts";
export { groupTurns } from "./group-turns.ts";
export type { Turn, TurnEntry } from "./group-turns.ts";
export { largestRows, tokensBySegment } from "./ledger.ts";
export { appendGuard, passGuard } from "./plain-guard.ts";
export type { PlainGuard } from "./plain-guard.ts";
export { planWindow } from "./plan-window.ts";
export type {
  PlannedTurn,
  PlanTrigger,
  RecordedSummary,
  WindowBounds,
  WindowPlan,
  WindowPolicy,
} from "./plan-window.ts";
export { repairTranscript } from "./repair-transcript.ts";
export type { RepairedEntry, TranscriptRepair } from "./repair-transcript.ts";
export { describeProblem } from "./request-problems/request-problem.ts";
export type { RequestProblem, RequestProblemKind } from "./request-problems/request-problem.ts";
export { requestProblems } from "./request-problems/request-problems.ts";
export { renderMessage } from "./render-message.ts";
export { enclosingGraph, stableNamespace } from "./stable-namespace.ts";
export { artifactIdOf, digestSummaryPolicy, digestTurns } from "./summary-key.ts";
export type { SummaryKey, SummaryPolicy } from "./summary-key.ts";
export { calibratedCounter } from "./rules/calibrated-counter.ts";
export type { Calibration } from "./rules/calibrated-counter.ts";
export { resolveAccounting } from "./rules/resolve-accounting.ts";
export type { ModelAccounting } from "./rules/resolve-accounting.ts";
export { rulesFor } from "./rules/rules-for.ts";
export type { SegmentCost, SurfaceRules, ToolsCost, ToolsInput } from "./rules/surface-rules.ts";
export { createUsageAnchor } from "./usage-anchor.ts";
export type { UsageAnchor, UsageAnchorOptions } from "./usage-anchor.ts";
export type { AnchorUse } from "./usage-anchor-ledger.ts";
