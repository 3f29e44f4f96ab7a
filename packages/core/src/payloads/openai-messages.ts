import type { JsonValue, MessageContent, MessageRole, ToolCall } from "../outbound-request.ts";
import { objectOr, type PayloadObject, present, readArray, readObject, refusal, stringOr } from "./payload-reader.ts";

/** For each call id: the function called, and how many calls its message made. */
export type AnsweredCalls = ReadonlyMap<string, Required<Pick<MessageContent, "toolName" | "toolCallCount">>>;

const roles: readonly MessageRole[] = ["system", "developer", "user", "assistant", "tool", "function"];

/** The role of a message. @throws PlimsollError `invalid_request` for a role no surface has. */
export function messageRole(value: JsonValue | undefined, path: string): MessageRole {
  const role = roles.find((each) => each === value);
  if (role !== undefined) return role;
  throw refusal(path, value, { wanted: roles.join(", "), remedy: "give the message one of these roles" });
}

/** Calls of an assistant message; a legacy `function_call` is one call without an id. */
export function toolCallsOf(message: PayloadObject, path: string): readonly ToolCall[] {
  const calls = readArray(message["tool_calls"], `${path}.tool_calls`, "tool calls are an array").map((call, index) =>
    toolCall(readObject(call, `${path}.tool_calls[${index}]`, "a tool call is an object")),
  );
  const legacy = objectOr(message["function_call"]);
  return legacy === undefined ? calls : [...calls, named(legacy, undefined)];
}

function toolCall(call: PayloadObject): ToolCall {
  return named(objectOr(call["function"]) ?? objectOr(call["custom"]) ?? call, stringOr(call["id"]));
}

function named(source: PayloadObject, id: string | undefined): ToolCall {
  const sent = source["arguments"] ?? source["input"] ?? "";
  return {
    ...present("id", id),
    name: stringOr(source["name"]) ?? "",
    arguments: typeof sent === "string" ? sent : JSON.stringify(sent),
  };
}

/** Who answers whom, over all assistant messages. */
export function answeredCalls(messages: readonly PayloadObject[]): AnsweredCalls {
  const answered = new Map<string, { toolName: string; toolCallCount: number }>();
  for (const [index, message] of messages.entries()) {
    const calls = toolCallsOf(message, `messages[${index}]`);
    for (const { id, name } of calls)
      if (id !== undefined) answered.set(id, { toolName: name, toolCallCount: calls.length });
  }
  return answered;
}
