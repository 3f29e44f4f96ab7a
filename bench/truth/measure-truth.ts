import { compileOutboundRequestBudget, type Exactness, type OutboundRequest } from "@plimsoll/core";
import { type CaseKind, familyOf, kindOf } from "./case-group.ts";
import type { GroundTruthCase } from "./ground-truth-cases.ts";
import { modelCounters } from "./model-counters.ts";
import { projectCase } from "./project-case.ts";

/** A billed case with what our ledger makes of it. */
export interface MeasuredCase {
  readonly truth: GroundTruthCase;
  readonly request: OutboundRequest;
  readonly family: string;
  readonly kind: CaseKind;
  readonly billed: number;
  readonly counted: number;
  readonly exactness: Exactness;
}

/** Counts every case end to end: body → request → ledger → total input tokens. */
export async function measureTruth(cases: readonly GroundTruthCase[]): Promise<readonly MeasuredCase[]> {
  const counterOf = await modelCounters();
  return cases.map((truth) => {
    const request = projectCase(truth);
    const budget = compileOutboundRequestBudget(request, { counter: counterOf(request) });
    return {
      truth,
      request,
      family: familyOf(request),
      kind: kindOf(request),
      billed: truth.reportedInputTokens,
      counted: budget.totalInputTokens,
      exactness: budget.counter.exactness,
    };
  });
}
