import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import {
  appendGuard,
  jsonText,
  type MessageContent,
  type MessageRole,
  passGuard,
  type PlainGuard,
  type ToolCall,
} from "@plimsoll/core";
import { isAssistant, isToolResult } from "./message-kind.ts";
import { projectContent } from "./project-content.ts";

/** The call that a tool message answers: its function's name, and how many calls were made beside it. */
export interface AnsweredCall {
  readonly name: string;
  readonly callCount: number;
}

interface Projection {
  readonly guard: PlainGuard;
  readonly answered: AnsweredCall | undefined;
  readonly projected: MessageContent;
}

const projections = new WeakMap<BaseMessage, Projection>();

/**
 * A LangChain message as request content. Pure; the same object is returned for the same unchanged message, so that
 * the compiler need not read it again, and a fresh one after an edit in place.
 */
export function projectMessage(message: BaseMessage, answered?: AnsweredCall): MessageContent {
  const known = projections.get(message);
  if (known !== undefined && isUnchanged(message, known.guard) && isSameCall(answered, known.answered))
    return known.projected;
  const projected = project(message, answered);
  projections.set(message, { guard: guardOf(message), answered, projected });
  return projected;
}

/** The calls a message makes, in order. */
export function toolCallsOf(message: BaseMessage): readonly ToolCall[] {
  if (!isAssistant(message)) return [];
  const calls = (message.tool_calls ?? []).map((call) => ({
    ...idOf(call.id),
    name: call.name,
    arguments: jsonText(call.args ?? {}, `arguments of a call of "${call.name}"`),
  }));
  return calls.length > 0 ? calls : rawCallsOf(message);
}

/** Everything of a message that reaches a provider, in the order in which {@link isUnchanged} compares it. */
function guardOf(message: BaseMessage): PlainGuard {
  const { tool_calls: rawCalls, function_call: rawCall, __openai_role__: role } = message.additional_kwargs;
  const guard: unknown[] = [message.type, message.name, isToolResult(message) ? message.tool_call_id : undefined];
  for (const part of [
    message.content,
    isAssistant(message) ? message.tool_calls : undefined,
    rawCalls,
    rawCall,
    role,
  ]) {
    appendGuard(guard, part);
  }
  return guard;
}

/** Runs for every message of every request: texts are compared as pointers, and nothing is allocated for plain ones. */
function isUnchanged(message: BaseMessage, guard: PlainGuard): boolean {
  if (message.type !== guard[0] || message.name !== guard[1]) return false;
  if ((isToolResult(message) ? message.tool_call_id : undefined) !== guard[2]) return false;
  const content = passGuard(guard, 3, message.content);
  return passRawFields(
    guard,
    passGuard(guard, content, isAssistant(message) ? message.tool_calls : undefined),
    message,
  );
}

/** Most messages have no such fields, and looking up what is absent is slow. */
function passRawFields(guard: PlainGuard, start: number, { additional_kwargs: fields }: BaseMessage): boolean {
  if (start < 0) return false;
  if (isEmpty(fields))
    return guard[start] === undefined && guard[start + 1] === undefined && guard[start + 2] === undefined;
  const { tool_calls: rawCalls, function_call: rawCall, __openai_role__: role } = fields;
  return passGuard(guard, passGuard(guard, passGuard(guard, start, rawCalls), rawCall), role) >= 0;
}

function isEmpty(fields: object): boolean {
  for (const _ in fields) return false;
  return true;
}

function isSameCall(left: AnsweredCall | undefined, right: AnsweredCall | undefined): boolean {
  return left === right || (left?.name === right?.name && left?.callCount === right?.callCount);
}

function project(message: BaseMessage, answered: AnsweredCall | undefined): MessageContent {
  const calls = toolCallsOf(message);
  const tool = isToolResult(message) ? message : undefined;
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
  return role === "assistant" || role === "system" || role === "developer" || role === "tool" || role === "function"
    ? role
    : "user";
}

/** Calls that only stand in the raw provider fields, sent as they are. */
function rawCallsOf(message: AIMessage): readonly ToolCall[] {
  const { tool_calls: raw, function_call: single } = message.additional_kwargs;
  if (Array.isArray(raw))
    return raw.map((call) => ({ ...idOf(call.id), name: call.function.name, arguments: call.function.arguments }));
  return single === undefined ? [] : [{ name: single.name, arguments: single.arguments }];
}

function idOf(id: string | undefined): { readonly id?: string } {
  return id === undefined ? {} : { id };
}
