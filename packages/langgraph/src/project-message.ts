import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import {
  jsonText,
  type MessageContent,
  type MessageRole,
  samePlainData,
  snapshotOf,
  type ToolCall,
} from "@plimsoll/core";
import { isAssistant, isToolResult } from "./message-kind.ts";
import { projectContent } from "./project-content.ts";

/** The call that a tool message answers: its function's name, and how many calls were made beside it. */
export interface AnsweredCall {
  readonly name: string;
  readonly callCount: number;
}

/** Everything of a message that reaches a provider. */
interface SentParts {
  readonly type: string;
  readonly content: unknown;
  readonly name: string | undefined;
  readonly calls: unknown;
  readonly answers: string | undefined;
  readonly rawCalls: unknown;
  readonly rawCall: unknown;
  readonly role: unknown;
}

interface Projection extends SentParts {
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
  if (known !== undefined && isUnchanged(message, known) && isSameCall(answered, known.answered))
    return known.projected;
  const projected = project(message, answered);
  projections.set(message, { ...snapshotOf(sentPartsOf(message)), answered, projected });
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

function sentPartsOf(message: BaseMessage): SentParts {
  const { tool_calls: rawCalls, function_call: rawCall, __openai_role__: role } = message.additional_kwargs;
  return {
    type: message.type,
    content: message.content,
    name: message.name,
    calls: isAssistant(message) ? message.tool_calls : undefined,
    answers: isToolResult(message) ? message.tool_call_id : undefined,
    rawCalls,
    rawCall,
    role,
  };
}

/** Runs for every message of every request: texts are compared as pointers, and nothing is allocated for plain ones. */
function isUnchanged(message: BaseMessage, known: Projection): boolean {
  return (
    message.type === known.type &&
    (message.content === known.content || samePlainData(message.content, known.content)) &&
    message.name === known.name &&
    (!isAssistant(message) || samePlainData(message.tool_calls, known.calls)) &&
    (!isToolResult(message) || message.tool_call_id === known.answers) &&
    hasSameRawFields(message.additional_kwargs, known)
  );
}

function hasSameRawFields(fields: BaseMessage["additional_kwargs"], known: Projection): boolean {
  if (isEmpty(fields)) return known.rawCalls === undefined && known.rawCall === undefined && known.role === undefined;
  const { tool_calls: rawCalls, function_call: rawCall, __openai_role__: role } = fields;
  return samePlainData(rawCalls, known.rawCalls) && samePlainData(rawCall, known.rawCall) && role === known.role;
}

/** Without allocating: most messages have no such fields, and looking up what is absent is slow. */
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
