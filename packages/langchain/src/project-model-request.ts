import { type JsonValue, type OutboundRequest, PlimsollError, type Segment } from "@plimsoll/core";
import { projectMessage, type ProjectedTranscript, projectTool, projectTranscript } from "@plimsoll/langgraph";
import type { ModelRequest } from "langchain";
import type { ModelFacts } from "./model-facts.ts";
import type { ParsedOptions } from "./options.ts";
import { projectResponseFormat } from "./project-response-format.ts";

/** A model request as plain data: what is sent whatever the window does, and the conversation that it may shorten. */
export interface ProjectedModelRequest {
  readonly base: Omit<OutboundRequest, "segments">;
  /** System message, tools and response format, in this order. */
  readonly head: readonly Segment[];
  readonly transcript: ProjectedTranscript;
}

/** The parts of a model request that reach the provider. */
export type SentRequest = Pick<
  ModelRequest,
  "systemMessage" | "messages" | "tools" | "toolChoice" | "responseFormat"
> & {
  readonly modelSettings?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Projects the innermost model request into the request model: system message, tools (those of structured output
 * included), response format, messages and settings. Pure; nothing is counted here.
 *
 * @throws PlimsollError `context_window_unknown` where neither the options nor the model's profile state a window.
 */
export function projectModelRequest(
  request: SentRequest,
  facts: ModelFacts,
  options: ParsedOptions,
): ProjectedModelRequest {
  const structured = projectResponseFormat(request.responseFormat, facts.nativeStructuredOutput);
  const tools = [...request.tools.map((tool) => projectTool(tool)), ...structured.tools];
  const contextWindow = windowOf(facts, options);
  return {
    base: {
      surface: options.surface ?? facts.surface,
      modelId: facts.modelId,
      contextWindow,
      reservations: {
        output: outputReservation(request.modelSettings ?? {}, contextWindow, { facts, options }),
        ...(options.safetyMargin === undefined ? {} : { safety: options.safetyMargin }),
      },
      settings: settingsOf(request, facts, structured.tools.length > 0),
    },
    head: [
      ...systemSegment(request),
      ...tools.map((tool): Segment => ({ type: "tool", kind: "tools", tool })),
      ...(structured.format === undefined
        ? []
        : [{ type: "response-format", kind: "tools", format: structured.format } as const]),
    ],
    transcript: projectTranscript(request.messages, options),
  };
}

/** The whole request with these of its messages. */
export function outboundRequest(
  { base, head, transcript }: ProjectedModelRequest,
  messageIndexes: readonly number[],
): OutboundRequest {
  return { ...base, segments: [...head, ...messageIndexes.flatMap((index) => transcript.segments[index] ?? [])] };
}

/** The agent leaves out a system message without text, images included; so does the ledger. */
function systemSegment({ systemMessage }: SentRequest): readonly Segment[] {
  if (systemMessage === undefined || systemMessage.text === "") return [];
  return [{ type: "message", kind: "system", message: projectMessage(systemMessage) }];
}

function windowOf(facts: ModelFacts, options: ParsedOptions): number {
  const window = options.contextWindow ?? facts.contextWindow;
  if (window !== undefined) return window;
  throw new PlimsollError(
    "context_window_unknown",
    `the context window of model "${facts.modelId}" is not known: its profile states no maxInputTokens; set contextBudgetMiddleware({ contextWindow: <tokens> }).`,
    { details: { modelId: facts.modelId } },
  );
}

const maxTokenSettings = ["max_tokens", "maxTokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens"];

function outputReservation(
  modelSettings: Readonly<Record<string, unknown>>,
  contextWindow: number,
  { facts, options }: { readonly facts: ModelFacts; readonly options: ParsedOptions },
): number {
  if (options.outputReservation !== undefined) return options.outputReservation;
  const asked = maxTokenSettings
    .map((name) => modelSettings[name])
    .find((value) => typeof value === "number" && value > 0);
  if (typeof asked === "number") return Math.ceil(asked);
  if (facts.maxTokens !== undefined) return facts.maxTokens;
  return Math.min(facts.profileOutputTokens ?? 0, Math.floor(contextWindow / 5));
}

function settingsOf(request: SentRequest, facts: ModelFacts, hasStructuredTools: boolean): OutboundRequest["settings"] {
  const toolChoice = request.toolChoice ?? (hasStructuredTools ? "any" : undefined);
  const settings = {
    ...facts.settings,
    ...request.modelSettings,
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
