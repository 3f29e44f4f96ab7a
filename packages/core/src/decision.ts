import { headroomTokens, isCompactionEligible } from "./eligibility.ts";
import type { UnstableInput } from "./fingerprint.ts";
import { formatCount } from "./format-count.ts";
import { largestRows, type LedgerRow } from "./ledger.ts";

/** What the ledger says about the request. `over` is the limit (refused in enforce mode); `eligible` the headroom line. */
export type Verdict = "hold" | "eligible" | "over";

/** The conversation (task, evidence and history) against the whole window, as if nothing else were sent. */
export interface HistoryOnlyView {
  readonly tokens: number;
  readonly freeRatio: number;
  readonly verdict: Verdict;
}

/** What was compared with what, in numbers and in words. Content-free. */
export interface Decision {
  readonly verdict: Verdict;
  /** The share of the window that must stay free, as used. */
  readonly threshold: number;
  /** Fewest free tokens at which compaction holds. */
  readonly headroomTokens: number;
  /** One sentence with the numbers. */
  readonly reason: string;
  /** What a policy that looks at the conversation alone would have concluded of the same request. */
  readonly historyOnly: HistoryOnlyView;
  /** Inputs that change although the request does not; they are hashed without the changing part. */
  readonly unstableInputs: readonly UnstableInput[];
}

interface DecisionInput {
  readonly modelContextTokens: number;
  readonly projectedTotalTokens: number;
  readonly freeTokens: number;
  readonly taskAndWorkingSetTokens: number;
  readonly evidenceTokens: number;
  readonly historyTokens: number;
  readonly thresholdParts: number;
  readonly rows: readonly LedgerRow[];
  readonly unstableInputs: readonly UnstableInput[];
}

/** Puts the comparison of a ledger with its two lines into words. */
export function decide(input: DecisionInput): Decision {
  const { modelContextTokens, thresholdParts } = input;
  const verdict = verdictOf(input.freeTokens, modelContextTokens, thresholdParts);
  const historyTokens = input.taskAndWorkingSetTokens + input.evidenceTokens + input.historyTokens;
  const free = modelContextTokens - historyTokens;
  return {
    verdict,
    threshold: thresholdParts / 10_000,
    headroomTokens: headroomTokens(modelContextTokens, thresholdParts),
    reason: reasonFor(verdict, input),
    historyOnly: {
      tokens: historyTokens,
      freeRatio: free / modelContextTokens,
      verdict: verdictOf(free, modelContextTokens, thresholdParts),
    },
    unstableInputs: input.unstableInputs,
  };
}

function verdictOf(freeTokens: number, contextWindow: number, thresholdParts: number): Verdict {
  if (freeTokens < 0) return "over";
  return isCompactionEligible(freeTokens, contextWindow, thresholdParts) ? "eligible" : "hold";
}

function reasonFor(verdict: Verdict, input: DecisionInput): string {
  const { freeTokens, modelContextTokens, projectedTotalTokens, thresholdParts } = input;
  const line = `the ${percent(thresholdParts, 10_000)} headroom line`;
  const free = `${formatCount(freeTokens)} of ${formatCount(modelContextTokens)} tokens (${percent(freeTokens, modelContextTokens)}) are free`;
  switch (verdict) {
    case "hold":
      return `${free}, at or above ${line}: hold.`;
    case "eligible":
      return `${free}, below ${line}: compaction may be requested.`;
    case "over":
      return `${formatCount(projectedTotalTokens)} tokens exceed the window of ${formatCount(modelContextTokens)} by ${formatCount(-freeTokens)}; largest: ${worst(input.rows)}.`;
    default:
      return verdict satisfies never;
  }
}

function worst(rows: readonly LedgerRow[]): string {
  return largestRows(rows, 3)
    .map((row) => `${row.label} ${formatCount(row.tokens)}`)
    .join(", ");
}

/** Share with one decimal, rounded down so that 39.99 % never reads as 40.0 %. */
function percent(part: number, whole: number): string {
  const tenths = Math.floor((part * 1_000) / whole);
  return `${Math.trunc(tenths / 10)}.${Math.abs(tenths % 10)} %`;
}
