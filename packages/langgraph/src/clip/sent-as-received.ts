import type { AIMessage } from "@langchain/core/messages";

/** Keys under which providers keep what they have signed or encrypted. */
const seals = ["signature", "thoughtSignature", "thought_signature", "encrypted_content", "redactedContent"];
/** Where such keys stand one level below a content block (Bedrock, standard blocks). */
const sealCarriers = ["reasoningText", "extras"];
/** Fields beside the content in which sealed reasoning travels (Responses, OpenRouter, Gemini twice). */
const sealFields = ["reasoning", "reasoning_details", "signatures", "__gemini_function_call_thought_signatures__"];
/** Blocks in a provider's own form: calls, and reasoning that nobody else can read. */
const nativeTypes = ["function_call", "functionCall", "custom_tool_call", "computer_call", "redacted_thinking"];

/**
 * Whether a provider takes an assistant message only as it gave it: the Responses converter sends
 * `response_metadata.output` itself, and a call that follows sealed reasoning belongs to it. Its calls are not edited.
 */
export function isSentAsReceived({ content, additional_kwargs: fields, response_metadata }: AIMessage): boolean {
  return (
    isFilled(response_metadata["output"]) ||
    sealFields.some((name) => typeof fields[name] === "object" && isFilled(fields[name])) ||
    (Array.isArray(content) && content.some(isNativeBlock))
  );
}

function isNativeBlock(block: unknown): boolean {
  if (typeof block !== "object" || block === null) return false;
  return (
    nativeTypes.includes(String(Reflect.get(block, "type"))) ||
    isSealed(block) ||
    sealCarriers.some((name) => isSealed(Reflect.get(block, name)))
  );
}

function isSealed(value: unknown): boolean {
  return typeof value === "object" && value !== null && seals.some((name) => isFilled(Reflect.get(value, name)));
}

/** Converters leave such fields behind empty: an array of empty signatures seals nothing. */
function isFilled(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "string" && value !== "";
  return Object.values(value).some((item) => item !== undefined && item !== null && item !== "");
}
