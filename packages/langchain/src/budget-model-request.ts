import { compileOutboundRequestBudget, type TokenCounter } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { loadModelCounter } from "@plimsoll/core/tiktoken";
import { type FitInput, type FittedTranscript, fitTranscript, standAfter } from "@plimsoll/langgraph";
import { type BudgetAction, type BudgetReport, recordOf } from "./budget-report.ts";
import { type BudgetState, standingWindowOf } from "./budget-state.ts";
import { modelFacts } from "./model-facts.ts";
import type { ParsedOptions } from "./options.ts";
import {
  outboundRequest,
  type ProjectedModelRequest,
  projectModelRequest,
  type SentRequest,
} from "./project-model-request.ts";
import { refusal, refusedEvent } from "./refusal.ts";
import { tell, type Writer } from "./report.ts";

/** The parts of an agent's model request that budgeting reads. */
export type BudgetableRequest = SentRequest & {
  readonly model: Parameters<typeof modelFacts>[0];
  readonly state: object;
  readonly runtime: { readonly writer?: Writer };
};

/** The request to send, and the private state to keep once it was answered. */
export interface BudgetedRequest<R> {
  readonly request: R;
  readonly state: BudgetState;
}

/**
 * Project, decide, report. The very same request comes back unless turns had to go.
 *
 * @throws PlimsollError `context_window_unknown`; in `enforce` mode `context_budget_exceeded`, after the reports.
 */
export async function budgetModelRequest<R extends BudgetableRequest>(
  request: R,
  options: ParsedOptions,
): Promise<BudgetedRequest<R>> {
  const facts = await modelFacts(request.model);
  const projected = projectModelRequest(request, facts, options);
  const counter = options.tokenCounter ?? (await loadModelCounter(projected.base.surface, facts.modelId));
  const fitted = fit(projected, standingWindowOf(request.state), { counter, options });
  const report: BudgetReport = {
    type: "context.budget",
    mode: options.mode,
    action: actionOf(fitted, projected),
    budget: fitted.budget,
  };
  tell(report, request.runtime.writer, options.onBudget);
  if (fitted.kind === "refused") {
    request.runtime.writer?.(refusedEvent(fitted));
    throw refusal(fitted);
  }
  const standing = standAfter(projected.transcript, fitted.evicted);
  const state: BudgetState = { version: 1, record: recordOf(report), ...(standing === undefined ? {} : { standing }) };
  return { request: withoutEvicted(request, projected, fitted), state };
}

function fit(
  projected: ProjectedModelRequest,
  standing: FitInput["standing"],
  { counter, options }: { readonly counter: TokenCounter; readonly options: ParsedOptions },
): FittedTranscript {
  const compile: FitInput["compile"] = (messageIndexes) => ({
    budget: compileOutboundRequestBudget(outboundRequest(projected, messageIndexes), {
      counter,
      threshold: options.threshold,
      digest: nodeDigest,
    }),
    firstSegment: projected.head.length,
  });
  const { transcript } = projected;
  if (options.mode === "enforce")
    return fitTranscript({ transcript, standing, keepLastTurns: options.keepLastTurns, compile });
  const messageIndexes = [...transcript.messages.keys()];
  return { kind: "held", ...compile(messageIndexes), messageIndexes, evicted: [], newlyEvicted: [], shortBy: 0 };
}

function actionOf(
  { kind, evicted, newlyEvicted, shortBy }: FittedTranscript,
  { transcript }: ProjectedModelRequest,
): BudgetAction {
  if (kind === "refused") return { kind: "refused", shortBy };
  if (evicted.length === 0) return { kind: "sent" };
  const messages = newlyEvicted.flatMap((turn) => transcript.turns[turn]?.entries ?? []);
  return {
    kind: "evicted",
    eviction: {
      evictedTurns: evicted.length,
      newlyEvictedTurns: newlyEvicted.length,
      newlyEvictedMessageIds: messages.map((index) => transcript.messages[index]?.id ?? null),
    },
  };
}

function withoutEvicted<R extends BudgetableRequest>(
  request: R,
  { transcript }: ProjectedModelRequest,
  fitted: FittedTranscript,
): R {
  if (fitted.evicted.length === 0) return request;
  return { ...request, messages: fitted.messageIndexes.flatMap((index) => transcript.messages[index] ?? []) };
}
