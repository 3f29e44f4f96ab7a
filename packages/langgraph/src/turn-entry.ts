import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import type { TurnEntry } from "@plimsoll/core";
import { isAssistant, isToolResult } from "./message-kind.ts";

type Block = Readonly<Record<string, unknown>>;

const human: TurnEntry = { role: "human" };
const system: TurnEntry = { role: "system" };

/**
 * What grouping and repair need to know of a message: the calls it makes or answers, through its content blocks the
 * server tools, approvals and callers it opens or refers to, and whether it says anything. A call without an id has the
 * id "", as its answer has.
 */
export function turnEntryOf(message: BaseMessage): TurnEntry {
  if (isToolResult(message)) return { role: "tool", answers: message.tool_call_id ?? "" };
  if (isAssistant(message)) return assistantEntry(message);
  if (message.type === "system") return system;
  if (message.type === "function") return { role: "tool", refersTo: [functionItem(message.name)] };
  if (typeof message.content === "string") return human;
  return { role: "human", ...linksOf(blocksOf(message)) };
}

function assistantEntry(message: AIMessage): TurnEntry {
  const blocks = blocksOf(message);
  const links = blocks.length === 0 ? {} : linksOf(blocks);
  const calls = callIds(message, blocks);
  if (calls.length > 0) return { role: "assistant", calls, ...links };
  const single = message.additional_kwargs.function_call;
  if (single !== undefined) return { role: "assistant", ...links, opens: [functionItem(single.name)] };
  return { role: "assistant", ...links, ...silenceOf(message, blocks) };
}

/** The older function form pairs by name; only its closure is kept, nothing is made up for it. */
function functionItem(name: string | undefined): string {
  return `function:${name ?? ""}`;
}

/** Of the parsed calls; where there are none, of the raw ones or of the blocks that are sent instead. */
function callIds(
  { tool_calls: calls = [], additional_kwargs }: AIMessage,
  blocks: readonly Block[],
): readonly string[] {
  if (calls.length > 0) return calls.map(({ id }) => id ?? "");
  const raw = additional_kwargs.tool_calls;
  if (Array.isArray(raw)) return raw.map(({ id }) => id ?? "");
  return blocks.filter(({ type }) => type === "tool_use").flatMap(({ id }) => text(id));
}

function blocksOf({ content, additional_kwargs }: BaseMessage): readonly Block[] {
  const outputs: unknown = additional_kwargs["tool_outputs"];
  const own = typeof content === "string" ? [] : content;
  return [...own, ...(Array.isArray(outputs) ? outputs : [])].filter(isBlock).map(nativeBlock);
}

/** A block as its provider made it: LangChain wraps those it has no standard for. */
function nativeBlock(block: Block): Block {
  const { type, value } = block;
  return type === "non_standard" && isBlock(value) ? value : block;
}

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null;
}

/** Types of blocks that open an item a later message may refer to. */
const serverCalls: ReadonlySet<unknown> = new Set(["server_tool_use", "mcp_tool_use", "server_tool_call"]);
function linksOf(blocks: readonly Block[]): Partial<TurnEntry> {
  const opens = unique(blocks.filter(({ type }) => serverCalls.has(type)).flatMap(({ id }) => text(id)));
  const asks = unique(blocks.filter(({ type }) => type === "mcp_approval_request").flatMap(({ id }) => text(id)));
  const own = new Set([...opens, ...asks]);
  const refersTo = unique(blocks.flatMap(referredIds)).filter((id) => !own.has(id));
  return {
    ...(opens.length === 0 ? {} : { opens }),
    ...(asks.length === 0 ? {} : { asks }),
    ...(refersTo.length === 0 ? {} : { refersTo }),
  };
}

/**
 * A result names its call, server tools included; a response to an approval, and the call it allowed, name the request;
 * a call made by a server tool names that tool.
 */
function referredIds({ type, tool_use_id, toolCallId, approval_request_id, caller }: Block): readonly string[] {
  const isResult = typeof type === "string" && type.endsWith("_result");
  return [
    ...(isResult ? text(tool_use_id ?? toolCallId) : []),
    ...text(approval_request_id),
    ...(isBlock(caller) ? text(caller["tool_id"] ?? caller["toolId"]) : []),
  ];
}

const reasoningTypes: ReadonlySet<unknown> = new Set([
  "thinking",
  "redacted_thinking",
  "reasoning",
  "reasoning_content",
]);
/** Fields beside the content in which a provider is sent reasoning, and those in which it is sent something else. */
const reasoningFields = ["reasoning", "reasoning_content", "reasoning_details"];
const speakingFields = ["refusal", "audio"];

/** Of a message that makes no calls: whether it is mere reasoning, or nothing at all. */
function silenceOf(message: AIMessage, blocks: readonly Block[]): Partial<TurnEntry> {
  const { content, additional_kwargs: fields, response_metadata } = message;
  const output: unknown = response_metadata["output"];
  const all = Array.isArray(output) ? [...blocks, ...output.filter(isBlock)] : blocks;
  const speaks =
    (typeof content === "string"
      ? isFilled(content)
      : content.some((part) => typeof part === "string" && isFilled(part))) ||
    all.some(isSpeaking) ||
    speakingFields.some((name) => isFilled(fields[name]));
  if (speaks) return {};
  const reasons =
    all.some(({ type }) => reasoningTypes.has(type)) || reasoningFields.some((name) => isFilled(fields[name]));
  return reasons ? { leads: true } : { empty: true };
}

function isSpeaking(block: Block): boolean {
  if (reasoningTypes.has(block["type"])) return false;
  return block["type"] !== "text" || isFilled(block["text"]);
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" ? /\S/u.test(value) : value !== undefined && value !== null;
}

/** The same item may stand in the content and beside it. */
function unique(ids: readonly string[]): readonly string[] {
  return ids.length < 2 ? ids : [...new Set(ids)];
}

function text(value: unknown): readonly string[] {
  return typeof value === "string" && value !== "" ? [value] : [];
}
