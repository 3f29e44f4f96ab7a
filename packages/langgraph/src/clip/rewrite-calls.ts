import type { AIMessage } from "@langchain/core/messages";
import type { RewriteText } from "./clippable-text.ts";
import { copyMessage } from "./copy-message.ts";
import { rewriteLeaves } from "./rewrite-leaves.ts";

type Call = NonNullable<AIMessage["tool_calls"]>[number];

/** Finds the changed call that a carrier repeats; undefined where that call is as it was, or is none of the message's. */
type ChangedCall = (carrier: Readonly<Record<string, unknown>>) => Call | undefined;

/**
 * Rewrites the strings inside the arguments of a message's calls. What `tool_calls`, content blocks and the raw fields
 * of a provider say stays the same, because each converter sends another of them.
 */
export function rewriteCalls(message: AIMessage, rewrite: RewriteText): AIMessage {
  const { content, tool_calls: calls = [], additional_kwargs: fields } = message;
  const rewritten = calls.map((call) => {
    const args = rewriteLeaves(call.args, (text) => rewrite({ kind: "argument", callId: call.id ?? "", text }));
    return args === call.args ? call : { ...call, args };
  });
  if (rewritten.every((call, index) => call === calls[index])) return message;
  const changed = new Set(rewritten.filter((call, index) => call !== calls[index]));
  const changedCall = (): ChangedCall => pairCalls(rewritten, changed);
  return copyMessage(message, {
    tool_calls: rewritten,
    content: Array.isArray(content) ? callBlocks(content, changedCall()) : content,
    additional_kwargs: rawCalls(fields, changedCall()),
    // The pieces a stream brought; the calls hold them whole.
    ...("tool_call_chunks" in message ? { tool_call_chunks: [] } : {}),
  });
}

/** Pairs by id, and by occurrence where ids repeat. */
function pairCalls(calls: readonly Call[], changed: ReadonlySet<Call>): ChangedCall {
  const met = new Map<string, number>();
  return ({ type, id }) => {
    const key = `${String(type)} ${String(id)}`;
    const occurrence = met.get(key) ?? 0;
    met.set(key, occurrence + 1);
    const same = calls.filter((call) => call.id === id);
    const call = same[occurrence] ?? same.at(-1);
    return call !== undefined && changed.has(call) ? call : undefined;
  };
}

function callBlocks(content: readonly unknown[], changedCall: ChangedCall): readonly unknown[] {
  const rewrittenIndexes = new Set<unknown>();
  return content.flatMap((block) => {
    if (!isRecord(block)) return [block];
    const { type, index } = block;
    // The text a stream brought for a call whose block now holds the arguments whole.
    if (type === "input_json_delta") return rewrittenIndexes.has(index) ? [] : [block];
    if (type !== "tool_use" && type !== "tool_call" && type !== "tool_call_chunk") return [block];
    const call = changedCall(block);
    if (call === undefined) return [block];
    if (index !== undefined) rewrittenIndexes.add(index);
    if (type === "tool_use") return [{ ...block, input: call.args }];
    return [{ ...block, type: "tool_call", args: call.args }];
  });
}

function rawCalls(fields: AIMessage["additional_kwargs"], changedCall: ChangedCall): AIMessage["additional_kwargs"] {
  const raw = fields.tool_calls;
  if (!Array.isArray(raw)) return fields;
  const rewritten = raw.map((carrier) => {
    const call = changedCall({ ...carrier });
    if (call === undefined) return carrier;
    return { ...carrier, function: { ...carrier.function, arguments: JSON.stringify(call.args) } };
  });
  return { ...fields, tool_calls: rewritten };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
