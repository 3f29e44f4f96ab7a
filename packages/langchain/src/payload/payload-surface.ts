import type { Surface } from "@plimsoll/core";

/** Parameters of one call as a client's `invocationParams` gives them: the body without its messages. */
export type InvocationParams = Readonly<Record<string, unknown>>;

/**
 * The provider API that the parameters of a call belong to, told from fields that only its client sets (as a rule to
 * `undefined`); Gemini's client sets none, so `provider`, LangChain's own name for it, decides there. `generic` for all else.
 */
export function payloadSurface(params: InvocationParams, provider: string): Surface {
  if ("previous_response_id" in params) return "openai-responses";
  if ("function_call" in params && "functions" in params) return "openai-chat";
  if ("stop_sequences" in params && "max_tokens" in params) return "anthropic";
  return /google|gemini|vertex/i.test(provider) ? "gemini" : "generic";
}
