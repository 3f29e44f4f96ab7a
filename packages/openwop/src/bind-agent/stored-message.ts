import { AIMessage, type AIMessageFields, ToolMessage, type ToolMessageFields } from "@langchain/core/messages";
import type { JsonValue } from "@plimsoll/core";

/** Everything of a message that a client or a model reads. The framework's own stored form loses usage and status. */
const kept = [
  "id",
  "name",
  "content",
  "tool_calls",
  "invalid_tool_calls",
  "usage_metadata",
  "tool_call_id",
  "status",
  "artifact",
  "metadata",
  "additional_kwargs",
  "response_metadata",
] as const;

interface StoredMessage {
  readonly type: "ai" | "tool";
  readonly fields: object;
}

/** A message as plain JSON: the form in which an answer or an outcome is kept, and from which it is served again. */
export function storedOf(message: AIMessage | ToolMessage): JsonValue {
  const fields = kept
    .map((key) => [key, Reflect.get(message, key) as unknown])
    .filter(([, value]) => value !== undefined);
  const stored: StoredMessage = { type: message.type, fields: Object.fromEntries(fields) };
  // What JSON cannot carry was never sent to a model.
  return JSON.parse(JSON.stringify(stored)) as JsonValue;
}

/** The message again; whoever stored it knows which kind it is. */
export function messageOf<M extends AIMessage | ToolMessage>(value: JsonValue): M {
  // What is stored is frozen, and messages are edited in place by those who are handed them.
  const { type, fields } = structuredClone(value) as unknown as StoredMessage;
  const message =
    type === "ai" ? new AIMessage(fields as AIMessageFields) : new ToolMessage(fields as ToolMessageFields);
  return message as M;
}
