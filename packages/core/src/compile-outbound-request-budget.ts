import { accountSegments } from "./account-segments.ts";
import { type ContentMemo, createContentMemo } from "./content-memo.ts";
import { type Decision, decide } from "./decision.ts";
import { type Digest, pureDigest } from "./digest.ts";
import { defaultThreshold, isCompactionEligible, parseThreshold } from "./eligibility.ts";
import { fingerprintRequest, type RequestFingerprint, unstableInputsOf } from "./fingerprint.ts";
import type { LedgerRow, SegmentTotals } from "./ledger.ts";
import { levelOf } from "./ledger-tally.ts";
import type { OutboundRequest } from "./outbound-request.ts";
import type { SurfaceRules } from "./rules/surface-rules.ts";
import { rulesFor } from "./rules/rules-for.ts";
import { safetyMarginFor } from "./safety-margin.ts";
import {
  type CounterProvenance,
  type Exactness,
  leastExact,
  provenanceOf,
  type TokenCounter,
} from "./token-counter.ts";
import { type UsageAnchor, validateUsageAnchor } from "./usage-anchor.ts";
import { anchorLedger, type AnchorUse } from "./usage-anchor-ledger.ts";
import { validateRequest } from "./validate-request.ts";

/** The ledger's totals (WO-01): exactly the contract's fields. All numbers but `freeRatio` are whole. */
export interface OutboundRequestBudget {
  readonly requestFingerprint: RequestFingerprint;
  readonly modelContextTokens: number;
  readonly stableSystemTokens: number;
  readonly toolSchemaTokens: number;
  readonly authorityTokens: number;
  readonly taskAndWorkingSetTokens: number;
  readonly evidenceTokens: number;
  readonly historyTokens: number;
  readonly outputReservationTokens: number;
  readonly safetyMarginTokens: number;
  /** The six input segments, framing included: the sum of the rows. */
  readonly totalInputTokens: number;
  /** Input, output reservation and safety margin. */
  readonly projectedTotalTokens: number;
  /** Window minus projected total; negative when the request is over. */
  readonly freeTokens: number;
  readonly freeRatio: number;
  /** Compaction may be requested: the free share is below the threshold. Changes no tools or permissions. */
  readonly compactionEligible: boolean;
}

/** Identity of everything that counted: the counter, the surface's rules, and how far the whole ledger can be trusted. */
export interface LedgerProvenance extends CounterProvenance {
  readonly rules: { readonly id: string; readonly version: string };
  /** What became of the anchor; absent where none was given. */
  readonly anchor?: AnchorUse;
}

/** Totals, the rows they are the sums of, who counted, and what was decided from them. Content-free plain data. */
export interface CompiledBudget extends OutboundRequestBudget {
  readonly rows: readonly LedgerRow[];
  readonly counter: LedgerProvenance;
  readonly decision: Decision;
}

export interface CompileOptions {
  readonly counter: TokenCounter;
  /** Share of the window that must stay free for compaction to hold; 0.40 (WO-01), kept to a hundredth of a percent. */
  readonly threshold?: number;
  /** Framing rules; by default those of the request's surface and model. */
  readonly rules?: SurfaceRules;
  /** Hashing; pure JavaScript by default, native from `@plimsoll/core/node`. */
  readonly digest?: Digest;
  /** Where contents already counted are remembered; shared by the process by default. Never changes a result. */
  readonly memo?: ContentMemo;
  /**
   * What the provider reported for an earlier request of this conversation; none by default. If this request begins with
   * that one, only what was added is taken from the counter. Else it is ignored, and `counter.anchor` says why. The
   * fingerprint is the same with and without: it is of the request, not of what is known about its price.
   */
  readonly anchor?: UsageAnchor;
}

const sharedMemo = createContentMemo();

/**
 * The one path from an outgoing request to its ledger (WO-01). Pure: the same request, counter and rules give the same
 * bytes, in every process; the request is never changed.
 *
 * @throws PlimsollError `invalid_request` for numbers or values no ledger can be made of, `invalid_options` for a threshold outside 0–1 or an
 * anchor with numbers nobody reports.
 */
export function compileOutboundRequestBudget(request: OutboundRequest, options: CompileOptions): CompiledBudget {
  validateRequest(request);
  if (options.anchor !== undefined) validateUsageAnchor(options.anchor);
  const thresholdParts = parseThreshold(options.threshold ?? defaultThreshold);
  const { counter, digest = pureDigest, memo = sharedMemo } = options;
  const rules = options.rules ?? rulesFor(request.surface, request.modelId);
  const key = `${rules.id}@${rules.version} ${counter.id}@${counter.version}`;
  const { rows: countedRows, tally, run } = accountSegments(request, { counter, rules, digest, memo, key });
  const countedExactness = leastExact([counter.exactness, levelOf(tally)]);
  const counted = { request, rows: countedRows, run, exactness: countedExactness, counter, digest };
  const anchored = options.anchor === undefined ? undefined : anchorLedger(options.anchor, counted);
  const { rows, exactness, difference } = anchored ?? { ...counted, difference: 0 };
  const safetyMargin = marginFor(request, exactness);
  // The margin as counted, not as anchored: hosts with and without an anchor must find the same pins by it.
  const fingerprinted = { request, run, safetyMargin: marginFor(request, countedExactness) };
  const sums = sumUp(request, { ...tally.tokens, system: tally.tokens.system + difference }, safetyMargin);
  return {
    requestFingerprint: fingerprintRequest(fingerprinted, digest),
    ...sums,
    compactionEligible: isCompactionEligible(sums.freeTokens, request.contextWindow, thresholdParts),
    rows,
    counter: {
      ...provenanceOf(counter),
      exactness,
      rules: { id: rules.id, version: rules.version },
      ...(anchored === undefined ? {} : { anchor: anchored.use }),
    },
    decision: decide({ ...sums, thresholdParts, rows, unstableInputs: unstableInputsOf(request.segments) }),
  };
}

function marginFor(request: OutboundRequest, exactness: Exactness): number {
  return request.reservations.safety ?? safetyMarginFor(exactness, request.contextWindow);
}

function sumUp(
  request: OutboundRequest,
  totals: SegmentTotals,
  safetyMarginTokens: number,
): Omit<OutboundRequestBudget, "requestFingerprint" | "compactionEligible"> {
  const totalInputTokens =
    totals.system + totals.tools + totals.authority + totals.task + totals.evidence + totals.history;
  const projectedTotalTokens = totalInputTokens + request.reservations.output + safetyMarginTokens;
  const freeTokens = request.contextWindow - projectedTotalTokens;
  return {
    modelContextTokens: request.contextWindow,
    stableSystemTokens: totals.system,
    toolSchemaTokens: totals.tools,
    authorityTokens: totals.authority,
    taskAndWorkingSetTokens: totals.task,
    evidenceTokens: totals.evidence,
    historyTokens: totals.history,
    outputReservationTokens: request.reservations.output,
    safetyMarginTokens,
    totalInputTokens,
    projectedTotalTokens,
    freeTokens,
    freeRatio: freeTokens / request.contextWindow,
  };
}
