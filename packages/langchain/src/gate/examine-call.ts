import { compileOutboundRequestBudget, findPlimsollError, PlimsollError, type Segment } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { loadModelCounter } from "@plimsoll/core/tiktoken";
import { markNotRetriable } from "@plimsoll/langgraph";
import { callLimits } from "./call-limits.ts";
import type { GateCall } from "./gate-call.ts";
import type { ParsedGateOptions } from "./gate-options.ts";
import { gateRefusal } from "./gate-refusal.ts";
import type { GatedCall, GateOutcome, GateReport } from "./gate-report.ts";
import { gateRequest } from "./gate-request.ts";
import { ledgerDrift } from "./ledger-drift.ts";
import { recallBudget } from "./remembered-budget.ts";

/** What is told of a call, and the error that keeps it from leaving. */
export interface Examined {
  readonly report: GateReport;
  readonly refusal: PlimsollError | undefined;
}

/** Measures a call as it leaves, by its own model. Never throws: what cannot be measured is a refusal or a report. */
export async function examineCall(call: GateCall, options: ParsedGateOptions): Promise<Examined> {
  const told = { type: "context.gate", mode: options.mode, call: gatedCall(call) } as const;
  try {
    const { budget, drift, counted } = await measure(call, options);
    const isOver = budget.freeTokens < 0;
    const refusal = isOver && options.mode === "enforce" ? gateRefusal(call, budget, drift) : undefined;
    const outcome: GateOutcome = isOver
      ? { kind: "over", refused: refusal !== undefined, shortBy: -budget.freeTokens }
      : { kind: "passed" };
    return { report: { ...told, outcome, counted, budget, drift }, refusal };
  } catch (error) {
    const refusal = isRefusedUnmeasured(call, options) ? markNotRetriable(asPlimsollError(error)) : undefined;
    const outcome = { kind: "unmeasured", refused: refusal !== undefined, code: codeOf(error) } as const;
    return { report: { ...told, outcome, counted: "projection", budget: null, drift: null }, refusal };
  }
}

async function measure(call: GateCall, options: ParsedGateOptions): Promise<Measured> {
  const remembered = recallBudget(call.messages);
  const { sent, projected, counted, settings, bodyLimit } = await gateRequest(call, remembered);
  const limits = await callLimits(call, { options, remembered, bodyLimit });
  const { surface, modelId } = call;
  const threshold = options.threshold ?? remembered?.options.threshold;
  const counter =
    options.tokenCounter ?? remembered?.options.tokenCounter ?? (await loadModelCounter(surface, modelId));
  const compile = (segments: readonly Segment[]) =>
    compileOutboundRequestBudget(
      { surface, modelId, settings, ...limits, segments },
      { counter, digest: nodeDigest, ...(threshold === undefined ? {} : { threshold }) },
    );
  const budget = compile(sent);
  if (remembered === undefined) return { budget, counted, drift: null };
  const arrived = counted === "projection" ? budget : compile(projected);
  return { budget, counted, drift: ledgerDrift({ budgeted: remembered.budget, arrived, sent: budget }) };
}

type Measured = Pick<GateReport, "counted" | "drift"> & { readonly budget: NonNullable<GateReport["budget"]> };

/** A summarizer brings a model of its own and bounds its input itself; to refuse it would leave the conversation as it is. */
function isRefusedUnmeasured({ source }: GateCall, { mode }: ParsedGateOptions): boolean {
  return mode === "enforce" && source !== "summarization";
}

function codeOf(error: unknown): Extract<GateOutcome, { kind: "unmeasured" }>["code"] {
  const code = findPlimsollError(error)?.code;
  return code === "context_window_unknown" || code === "invalid_request" ? code : "internal";
}

function asPlimsollError(error: unknown): PlimsollError {
  return (
    findPlimsollError(error) ??
    new PlimsollError(
      "internal",
      'the request could not be measured at the gate, so that it was not sent; see the cause. budgetGate({ mode: "observe" }) reports and lets it pass.',
      { cause: error },
    )
  );
}

function gatedCall({ runId, modelId, surface, source }: GateCall): GatedCall {
  return { runId, modelId, surface, source };
}
