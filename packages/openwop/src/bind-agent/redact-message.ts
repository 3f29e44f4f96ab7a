import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { messageOf, storedOf } from "./stored-message.ts";

/** The message with every text in it redacted, arguments of calls included; the same one where that changes nothing. */
export function redactMessage<M extends AIMessage | ToolMessage>(message: M, redact: (text: string) => string): M {
  const { content } = message;
  const calls = AIMessage.isInstance(message) ? message.tool_calls : undefined;
  const before = JSON.stringify([content, calls]);
  const [redacted, redactedCalls] = redactTexts([content, calls], redact) as [M["content"], AIMessage["tool_calls"]];
  if (JSON.stringify([redacted, redactedCalls]) === before) return message;
  const copy = messageOf<M>(storedOf(message));
  copy.content = redacted;
  if (AIMessage.isInstance(copy) && redactedCalls !== undefined) {
    copy.tool_calls = redactedCalls;
    // Raw forms of the same calls would carry the texts past the redaction.
    copy.additional_kwargs = {};
    copy.response_metadata = withoutOutput(copy.response_metadata);
  }
  return copy;
}

function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((member) => redactTexts(member, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, isName(key) ? member : redactTexts(member, redact)]),
  );
}

/** Names are how calls and results find each other, not content. */
function isName(key: string): boolean {
  return key === "id" || key === "type" || key === "name" || key === "tool_call_id";
}

function withoutOutput({ output: _output, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}
