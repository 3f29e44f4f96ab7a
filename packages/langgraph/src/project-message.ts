import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { jsonText, type MessageContent, type MessageRole, samePlainData, snapshotOf, type ToolCall } from "@plimsoll/core";
import { projectContent } from "./project-content.ts";

/** The call that a tool message answers: its function's name, and how many calls were made beside it. */
export interface AnsweredCall {
  readonly name: string;
  readonly callCount: number;
}

interface Projection {
  readonly snapshot: unknown;
  readonly answered: AnsweredCall | undefined;
  readonly content: MessageContent;
}

const projections = new WeakMap<BaseMessage, Projection>();

/**
 * A LangChain message as request content. Pure; the same object is returned for the same unchanged message, so that
 * the compiler need not read it again, and a fresh one after an edit in place.
 */
export function projectMessage(message: BaseMessage, answered?: AnsweredCall): MessageContent {
  const parts = sentPartsOf(message);
  const known = projections.get(message);
  if (known !== undefined && samePlainData(answered, known.answered) && samePlainData(parts, known.snapshot)) return known.content;
  const content = project(message, answered);
  projections.set(message, { snapshot: snapshotOf(parts), answered, content });
  return content;
}

/** The calls a message makes, in order. */
export function toolCallsOf(message: BaseMessage): readonly ToolCall[] {
  if (!AIMessage.isInstance(message)) return [];
  const calls = (message.tool_calls ?? []).map((call) => ({
    ...idOf(call.id),
    name: call.name,
    arguments: jsonText(call.args ?? {}, `arguments of a call of "${call.name}"`),
  }));
  return calls.length > 0 ? calls : rawCallsOf(message);
}

/** Everything of a message that reaches a provider, uncopied: what is compared to notice edits. */
function sentPartsOf(message: BaseMessage): readonly unknown[] {
  const ai = AIMessage.isInstance(message) ? message : undefined;
  const tool = ToolMessage.isInstance(message) ? message : undefined;
  return [
    message.type,
    message.content,
    message.name,
    ai?.tool_calls,
    tool?.tool_call_id,
    message.additional_kwargs["tool_calls"],
    message.additional_kwargs["function_call"],
    message.additional_kwargs["__openai_role__"],
  ];
}

function project(message: BaseMessage, answered: AnsweredCall | undefined): MessageContent {
  const calls = toolCallsOf(message);
  const tool = ToolMessage.isInstance(message) ? message : undefined;
  const toolName = answered?.name ?? tool?.name;
  return {
    role: roleOf(message),
    content: projectContent(message.content, new Set(calls.flatMap((call) => call.id ?? []))),
    ...(message.name === undefined || tool !== undefined ? {} : { name: message.name }),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...(tool === undefined ? {} : { toolCallId: tool.tool_call_id }),
    ...(tool === undefined || toolName === undefined ? {} : { toolName }),
    ...(answered === undefined ? {} : { toolCallCount: answered.callCount }),
  };
}

function roleOf(message: BaseMessage): MessageRole {
  switch (message.type) {
    case "system":
      return message.additional_kwargs["__openai_role__"] === "developer" ? "developer" : "system";
    case "ai":
      return "assistant";
    case "tool":
      return "tool";
    case "function":
      return "function";
    default:
      return genericRole(message);
  }
}

/** `ChatMessage` carries a free role; anything unknown is sent as the user's. */
function genericRole(message: BaseMessage): MessageRole {
  const role = "role" in message ? message.role : undefined;
  return role === "assistant" || role === "system" || role === "developer" || role === "tool" || role === "function" ? role : "user";
}

/** Calls that only stand in the raw provider fields, sent as they are. */
function rawCallsOf(message: AIMessage): readonly ToolCall[] {
  const { tool_calls: raw, function_call: single } = message.additional_kwargs;
  if (Array.isArray(raw)) return raw.map((call) => ({ ...idOf(call.id), name: call.function.name, arguments: call.function.arguments }));
  return single === undefined ? [] : [{ name: single.name, arguments: single.arguments }];
}

function idOf(id: string | undefined): { readonly id?: string } {
  return id === undefined ? {} : { id };
}
