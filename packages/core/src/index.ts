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

// Below: what adapters are built from.
export { canonicalJson, jsonText } from "./canonical-json.ts";
export { createContentMemo } from "./content-memo.ts";
export type { ContentMemo } from "./content-memo.ts";
export { pureDigest } from "./digest.ts";
export type { Digest } from "./digest.ts";
export { defaultThreshold, parseThreshold } from "./eligibility.ts";
export { groupTurns } from "./group-turns.ts";
export type { Turn, TurnEntry } from "./group-turns.ts";
export { largestRows, tokensBySegment } from "./ledger.ts";
export { appendGuard, passGuard } from "./plain-guard.ts";
export type { PlainGuard } from "./plain-guard.ts";
export { planWindow } from "./plan-window.ts";
export type { PlannedTurn, WindowBounds, WindowPlan } from "./plan-window.ts";
export { calibratedCounter } from "./rules/calibrated-counter.ts";
export type { Calibration } from "./rules/calibrated-counter.ts";
export { resolveAccounting } from "./rules/resolve-accounting.ts";
export type { ModelAccounting } from "./rules/resolve-accounting.ts";
export { rulesFor } from "./rules/rules-for.ts";
export type { SegmentCost, SurfaceRules, ToolsCost, ToolsInput } from "./rules/surface-rules.ts";
export { createUsageAnchor } from "./usage-anchor.ts";
export type { UsageAnchor, UsageAnchorOptions } from "./usage-anchor.ts";
export type { AnchorUse } from "./usage-anchor-ledger.ts";
