import { type OutboundRequest, PlimsollError, type Reservations } from "@plimsoll/core";
import { type ModelFacts, modelFacts } from "@plimsoll/langgraph";
import type { GateCall } from "./gate-call.ts";
import type { ParsedGateOptions } from "./gate-options.ts";
import type { RememberedBudget } from "./remembered-budget.ts";

/** The window of a call and what of it is kept free. */
export type CallLimits = Pick<OutboundRequest, "contextWindow" | "reservations">;

/** What the limits of a call are read from, the first that says something first. */
export interface LimitSources {
  readonly options: ParsedGateOptions;
  readonly remembered: RememberedBudget | undefined;
  /** The output limit that the call itself states; 0 for none. */
  readonly bodyLimit: number;
}

/** Most of a window that is kept for answers nobody bounded: profiles state the largest answer a model can give. */
const largestDefaultShare = 5;

/**
 * The limits of a call, by its own model: another model than the one that was budgeted brings its own window.
 *
 * @throws PlimsollError `context_window_unknown` where nothing states the model's window.
 */
export async function callLimits({ modelId }: GateCall, sources: LimitSources): Promise<CallLimits> {
  const { options, remembered, bodyLimit } = sources;
  const before = remembered?.outgoing.base.modelId === modelId ? remembered.outgoing.base : undefined;
  const facts = await profiledFacts(options.models, modelId);
  const { contextWindow: stated } = options;
  const contextWindow =
    (typeof stated === "function" ? stated(modelId) : stated) ?? facts?.contextWindow ?? before?.contextWindow;
  if (contextWindow === undefined) throw unknownWindow(modelId);
  const unstated = bodyLimit > 0 ? 0 : defaultReservation(facts, contextWindow);
  const output =
    options.outputReservation ??
    remembered?.options.outputReservation ??
    Math.max(bodyLimit, before?.reservations.output ?? unstated);
  return { contextWindow, reservations: { output, ...safetyOf(sources) } };
}

function safetyOf({ options, remembered }: LimitSources): Pick<Reservations, "safety"> {
  const safety = options.safetyMargin ?? remembered?.options.safetyMargin;
  return safety === undefined ? {} : { safety };
}

function defaultReservation(facts: ModelFacts | undefined, contextWindow: number): number {
  return Math.min(facts?.profileOutputTokens ?? 0, Math.floor(contextWindow / largestDefaultShare));
}

async function profiledFacts(models: readonly unknown[], modelId: string): Promise<ModelFacts | undefined> {
  for (const model of models) {
    const facts = await modelFacts(model);
    if (facts.modelId === modelId) return facts;
  }
  return undefined;
}

function unknownWindow(modelId: string): PlimsollError {
  return new PlimsollError(
    "context_window_unknown",
    `the context window of model "${modelId}" is not known at the gate: name the model in models, or set contextWindow: <tokens>, or contextWindow: (modelId) => <tokens>.`,
    { details: { modelId } },
  );
}
