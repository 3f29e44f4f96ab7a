import type { AIMessage, BaseMessage, UsageMetadata } from "@langchain/core/messages";
import { isAssistant } from "./message-kind.ts";

/** Where LangChain keeps the item ids of function calls, which travel with the calls. */
const callItemsKey = "__openai_function_call_ids__";

/**
 * Ids of the items a message sends to the Responses API without the reasoning they were made with, for which it refuses
 * the request: "Item 'fc_…' of type 'function_call' was provided without its required 'reasoning' item". Told by the
 * reasoning tokens the message was billed for. Messages in the v1 form send no item ids.
 */
export function itemsWithoutReasoning(message: BaseMessage): readonly string[] {
  if (!isAssistant(message) || reasoningTokens(message.usage_metadata) === 0) return [];
  const { additional_kwargs, response_metadata } = message;
  if (response_metadata["output_version"] === "v1") return [];
  const output: unknown = response_metadata["output"];
  if (Array.isArray(output) && output.length > 0) return idsOfOutput(output.filter(isItem));
  return additional_kwargs["reasoning"] === undefined ? ownItems(message) : [];
}

function reasoningTokens(usage: UsageMetadata | undefined): number {
  return usage?.output_token_details?.reasoning ?? 0;
}

/** The output is sent as it stands. */
function idsOfOutput(items: readonly Item[]): readonly string[] {
  if (items.some(({ type }) => type === "reasoning")) return [];
  return items.flatMap(({ type, id }) => (itemTypes.has(type) && typeof id === "string" ? [id] : []));
}

const itemTypes: ReadonlySet<unknown> = new Set(["message", "function_call", "custom_tool_call"]);

/** Without an output, items are put together from content and calls. */
function ownItems({ id, content, tool_calls = [], additional_kwargs }: AIMessage): readonly string[] {
  const callItems = additional_kwargs[callItemsKey];
  const calls = tool_calls.flatMap((call): readonly string[] => {
    const item: unknown = isItem(callItems) ? callItems[call.id ?? ""] : undefined;
    return typeof item === "string" ? [item] : [];
  });
  return id?.startsWith("msg_") === true && content.length > 0 ? [id, ...calls] : calls;
}

type Item = Readonly<Record<string, unknown>>;

function isItem(value: unknown): value is Item {
  return typeof value === "object" && value !== null;
}
