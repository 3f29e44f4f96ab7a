import { type JsonValue, type OutboundRequest, PlimsollError } from "@plimsoll/core";
import type { ParsedBudgetOptions } from "./budget-options.ts";
import type { ModelFacts } from "./model-facts.ts";

/** Call settings that are not on the model itself. */
export interface CallSettings {
  readonly modelSettings?: Readonly<Record<string, unknown>> | undefined;
  readonly toolChoice?: unknown;
  /** Structured output by tools: the framework forces a tool then. */
  readonly forcesTool?: boolean;
}

/**
 * Everything of a request but its segments: surface, model, window, reservations and settings. Pure.
 *
 * @throws PlimsollError `context_window_unknown` where neither the options nor the model's profile state a window.
 */
export function baseRequest(
  facts: ModelFacts,
  options: ParsedBudgetOptions,
  call: CallSettings = {},
): Omit<OutboundRequest, "segments"> {
  const contextWindow = windowOf(facts, options);
  return {
    surface: options.surface ?? facts.surface,
    modelId: facts.modelId,
    contextWindow,
    reservations: {
      output: outputReservation(call.modelSettings ?? {}, contextWindow, { facts, options }),
      ...(options.safetyMargin === undefined ? {} : { safety: options.safetyMargin }),
    },
    settings: settingsOf(call, facts),
  };
}

function windowOf(facts: ModelFacts, options: ParsedBudgetOptions): number {
  const window = options.contextWindow ?? facts.contextWindow;
  if (window !== undefined) return window;
  throw new PlimsollError(
    "context_window_unknown",
    `the context window of model "${facts.modelId}" is not known: its profile states no maxInputTokens; set the option contextWindow: <tokens>.`,
    { details: { modelId: facts.modelId } },
  );
}

const maxTokenSettings = ["max_tokens", "maxTokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens"];

function outputReservation(
  modelSettings: Readonly<Record<string, unknown>>,
  contextWindow: number,
  { facts, options }: { readonly facts: ModelFacts; readonly options: ParsedBudgetOptions },
): number {
  if (options.outputReservation !== undefined) return options.outputReservation;
  const asked = maxTokenSettings
    .map((name) => modelSettings[name])
    .find((value) => typeof value === "number" && value > 0);
  if (typeof asked === "number") return Math.ceil(asked);
  if (facts.maxTokens !== undefined) return facts.maxTokens;
  return Math.min(facts.profileOutputTokens ?? 0, Math.floor(contextWindow / 5));
}

function settingsOf(call: CallSettings, facts: ModelFacts): OutboundRequest["settings"] {
  const toolChoice = call.toolChoice ?? (call.forcesTool === true ? "any" : undefined);
  const settings = {
    ...facts.settings,
    ...call.modelSettings,
    ...(toolChoice === undefined ? {} : { tool_choice: toolChoice }),
  };
  const plain = Object.entries(settings).flatMap(([name, value]) => {
    const json = plainJson(value);
    return json === undefined ? [] : [[name, json] as const];
  });
  return Object.fromEntries(plain);
}

/** The JSON form of a setting; undefined for what no provider is sent (callbacks, signals). */
function plainJson(value: unknown): JsonValue | undefined {
  if (value === undefined || typeof value === "function") return undefined;
  if (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(value) !== Object.prototype
  )
    return undefined;
  try {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}
