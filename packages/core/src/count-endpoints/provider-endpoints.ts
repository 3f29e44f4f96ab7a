import type { Surface } from "../outbound-request.ts";

/** Providers whose count endpoint is known. `openai` counts Responses bodies only. */
export type CountProvider = "anthropic" | "gemini" | "openai";

type Body = Readonly<Record<string, unknown>>;

/** How one provider is asked for the input tokens of a request. */
export interface ProviderEndpoint {
  readonly surface: Surface;
  readonly baseUrl: string;
  readonly headers: (apiKey: string) => Readonly<Record<string, string>>;
  /** Path below the base; undefined where the model is not one of this API. */
  readonly path: (modelId: string) => string | undefined;
  /** Fields of the request body that the endpoint takes. */
  readonly fields: readonly string[];
  /** Fields that change the input but that the endpoint does not take: no true count can be had for a body with them. */
  readonly uncounted: readonly string[];
  /** What is posted, made of the fields. */
  readonly wrap: (fields: Body, modelId: string) => Body;
  /** The member of the answer that holds the count. */
  readonly answer: string;
}

/** Field lists as in the providers' own client types (Anthropic 0.122, OpenAI 6.49) and Gemini's REST reference. */
export const providerEndpoints: { readonly [provider in CountProvider]: ProviderEndpoint } = {
  anthropic: {
    surface: "anthropic",
    baseUrl: "https://api.anthropic.com",
    headers: (apiKey) => ({ "x-api-key": apiKey, "anthropic-version": "2023-06-01" }),
    path: () => "/v1/messages/count_tokens",
    fields: ["model", "messages", "system", "tools", "tool_choice", "thinking", "output_config", "cache_control"],
    uncounted: ["container", "context_management", "mcp_servers", "output_format"],
    wrap: (fields) => fields,
    answer: "input_tokens",
  },
  gemini: {
    surface: "gemini",
    baseUrl: "https://generativelanguage.googleapis.com",
    headers: (apiKey) => ({ "x-goog-api-key": apiKey }),
    path: geminiPath,
    fields: [
      "contents",
      "systemInstruction",
      "system_instruction",
      "tools",
      "toolConfig",
      "tool_config",
      "safetySettings",
      "safety_settings",
      "generationConfig",
      "generation_config",
      "cachedContent",
      "cached_content",
    ],
    uncounted: [],
    wrap: (fields, modelId) => ({ generateContentRequest: { model: geminiModel(modelId), ...fields } }),
    answer: "totalTokens",
  },
  openai: {
    surface: "openai-responses",
    baseUrl: "https://api.openai.com",
    headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
    path: () => "/v1/responses/input_tokens",
    fields: [
      "model",
      "input",
      "instructions",
      "tools",
      "tool_choice",
      "text",
      "reasoning",
      "parallel_tool_calls",
      "previous_response_id",
      "conversation",
      "truncation",
      "personality",
    ],
    uncounted: ["prompt", "context_management"],
    wrap: (fields) => fields,
    answer: "input_tokens",
  },
};

function geminiModel(modelId: string): string {
  return modelId.startsWith("models/") ? modelId : `models/${modelId}`;
}

/** Vertex and tuned models have longer names and other addresses. */
function geminiPath(modelId: string): string | undefined {
  const name = geminiModel(modelId).slice("models/".length);
  return /^[\w.-]+$/.test(name) ? `/v1beta/models/${name}:countTokens` : undefined;
}
