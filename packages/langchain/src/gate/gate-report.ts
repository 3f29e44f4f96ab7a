import type { CompiledBudget, SegmentKind, Surface } from "@plimsoll/core";

/** Tokens by segment. */
export type TokensBySegment = Readonly<Record<SegmentKind, number>>;

/** One thing that other middleware did to a request after it was budgeted. Content-free. */
export interface DriftChange {
  readonly change: "added" | "removed" | "changed";
  readonly segment: SegmentKind;
  /** A role, a tool's name. */
  readonly label: string;
  /** What it weighs more than before; negative for less. */
  readonly tokens: number;
}

/** What became of a budgeted request on its way to the provider. */
export interface GateDrift {
  /** Tokens more than the middleware's ledger said; negative for less. */
  readonly tokens: number;
  readonly bySegment: TokensBySegment;
  /** Of these, what the provider's own rendering of the same messages and tools makes of them. */
  readonly conversionTokens: number;
  /** What was changed, the largest first, at most 10. */
  readonly changes: readonly DriftChange[];
}

/** Which call was examined. */
export interface GatedCall {
  readonly runId: string;
  readonly modelId: string;
  readonly surface: Surface;
  /** What the caller says the call is for (`lc_source` of its metadata: `summarization`, say); null where nothing is said. */
  readonly source: string | null;
}

/** What became of a call at the gate. */
export type GateOutcome =
  /** It fits, and leaves. */
  | { readonly kind: "passed" }
  /** It does not fit; in `enforce` mode it was refused before any network call. */
  | { readonly kind: "over"; readonly refused: boolean; readonly shortBy: number }
  /** It could not be measured; in `enforce` mode it was refused, unless it is a summarizer's. */
  | {
      readonly kind: "unmeasured";
      readonly refused: boolean;
      readonly code: "context_window_unknown" | "invalid_request" | "internal";
    };

/** One report per model call, after every middleware and `bindTools`. Content-free. */
export interface GateReport {
  readonly type: "context.gate";
  readonly mode: "observe" | "enforce";
  readonly call: GatedCall;
  readonly outcome: GateOutcome;
  /** What was counted: the provider's rendering of the messages, or LangChain's where its converter is not at hand. */
  readonly counted: "payload" | "projection";
  /** The ledger of what is sent, rows included; null where it was not measured. */
  readonly budget: CompiledBudget | null;
  /** Null where no middleware of ours budgeted the call before. */
  readonly drift: GateDrift | null;
}

/** A report as it travels in streams: without rows. */
export interface GateRecord extends Omit<GateReport, "budget"> {
  readonly budget: Omit<CompiledBudget, "rows"> | null;
}

/** What a provider reported of a call, beside what was counted. Never decides anything. */
export interface UsageReport {
  readonly type: "context.usage";
  readonly call: GatedCall;
  /** Input tokens of the ledger, without reservations. */
  readonly countedTokens: number;
  /** Input tokens as reported, cached ones included. */
  readonly reportedTokens: number;
  /** Reported by counted: over 1 the ledger was under. */
  readonly ratio: number;
  /** Of the reported, read from and written to the provider's cache, where it says so. */
  readonly cacheReadTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly outputTokens: number;
  /** Answers compared by this gate so far, and the highest ratio among them. */
  readonly calls: number;
  readonly worstRatio: number;
}

/** The report without what grows with the request. */
export function recordOf({ budget, ...report }: GateReport): GateRecord {
  if (budget === null) return { ...report, budget };
  const { rows: _rows, ...totals } = budget;
  return { ...report, budget: totals };
}
