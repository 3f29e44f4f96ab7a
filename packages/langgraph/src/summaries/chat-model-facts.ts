import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { JsonValue } from "@plimsoll/core";

/** What a summarizer needs to know of its model. */
export interface ChatModelFacts {
  readonly modelId: string;
  /** The profile's `maxInputTokens`. */
  readonly contextWindow: number | undefined;
  /** Most tokens of an answer, as configured on the model. */
  readonly maxTokens: number | undefined;
  /** Everything readable that shapes its answers, as plain JSON. */
  readonly identity: JsonValue;
}

/** Reads what a chat model says of itself. Never throws. */
export function chatModelFacts(model: BaseChatModel): ChatModelFacts {
  const modelId = stringOf(model, "model") ?? stringOf(model, "modelName") ?? "unknown";
  const profile: unknown = Reflect.get(model, "profile");
  return {
    modelId,
    contextWindow: isObject(profile) ? wholeNumber(profile, "maxInputTokens") : undefined,
    maxTokens: wholeNumber(model, "maxTokens") ?? wholeNumber(model, "maxOutputTokens"),
    identity: { class: model.getName(), kind: model._llmType(), model: modelId, parameters: parametersOf(model) },
  };
}

/** Parameters of the provider call; a fake or local model may know none. */
function parametersOf(model: BaseChatModel): JsonValue {
  const read: unknown = Reflect.get(model, "invocationParams");
  try {
    const text = typeof read === "function" ? JSON.stringify(read.call(model, {})) : undefined;
    return text === undefined ? null : (JSON.parse(text) as JsonValue);
  } catch {
    return null;
  }
}

function stringOf(model: object, field: string): string | undefined {
  const value: unknown = Reflect.get(model, field);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function wholeNumber(owner: object, field: string): number | undefined {
  const value: unknown = Reflect.get(owner, field);
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
