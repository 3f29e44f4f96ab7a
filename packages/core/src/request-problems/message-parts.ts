import type { ContentPart, JsonValue, MessageContent } from "../outbound-request.ts";

type JsonObject = { readonly [key: string]: JsonValue };

/** The ids of the calls a message makes, in order; "" for a call without an id. */
export function callIdsOf(message: MessageContent): readonly string[] {
  if (message.role !== "assistant") return noIds;
  const called = message.toolCalls?.map(({ id }) => id ?? "") ?? noIds;
  const blocks = idsOf(message, (type) => type === "tool_use", "id");
  return blocks.length === 0 ? called : [...called, ...blocks];
}

/** The ids of the calls a message answers: one for a result, any number for Anthropic's `tool_result` blocks. */
export function resultIdsOf(message: MessageContent): readonly string[] {
  if (isAnswer(message)) return [message.toolCallId ?? ""];
  return message.role === "user" ? idsOf(message, (type) => type === "tool_result", "tool_use_id") : noIds;
}

/** Whether a message is an answer and nothing else. */
export function isAnswer({ role }: MessageContent): boolean {
  return role === "tool" || role === "function";
}

/** Whether a message is system text. */
export function isSystem({ role }: MessageContent): boolean {
  return role === "system" || role === "developer";
}

/** The ids of the server tools a message uses. */
export function serverToolIdsOf(message: MessageContent): readonly string[] {
  return idsOf(message, (type) => serverToolTypes.has(type), "id");
}

/** The ids of the server tools whose results a message holds. */
export function serverResultIdsOf(message: MessageContent): readonly string[] {
  const native = idsOf(message, (type) => type !== "tool_result" && type.endsWith("_tool_result"), "tool_use_id");
  const standard = idsOf(message, (type) => type === "server_tool_call_result", "toolCallId");
  return [...native, ...standard];
}

/** What the content of a message amounts to, its calls aside. */
export function contentKindOf({ content }: MessageContent): "something" | "reasoning" | "nothing" {
  if (typeof content === "string") return isBlank(content) ? "nothing" : "something";
  if (content.some(saysSomething)) return "something";
  return content.some(({ kind }) => kind === "reasoning") ? "reasoning" : "nothing";
}

const serverToolTypes: ReadonlySet<string> = new Set(["server_tool_use", "mcp_tool_use", "server_tool_call"]);
const noIds: readonly string[] = [];

function saysSomething(part: ContentPart): boolean {
  return part.kind === "text" ? !isBlank(part.text) : part.kind !== "reasoning";
}

function isBlank(text: string): boolean {
  return !/\S/u.test(text);
}

/** The field of every block of these types, in order. */
function idsOf({ content }: MessageContent, isOfType: (type: string) => boolean, field: string): readonly string[] {
  if (typeof content === "string") return noIds;
  return content.flatMap((part) => {
    if (part.kind !== "json") return noIds;
    const block = blockOf(part.json);
    const type = block?.["type"];
    const id = block?.[field];
    return typeof type === "string" && isOfType(type) && typeof id === "string" ? [id] : noIds;
  });
}

/** A block as its provider made it: LangChain wraps those it has no standard for. */
function blockOf(json: JsonValue): JsonObject | undefined {
  if (!isObject(json)) return undefined;
  return json["type"] === "non_standard" && isObject(json["value"]) ? json["value"] : json;
}

function isObject(json: JsonValue | undefined): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
