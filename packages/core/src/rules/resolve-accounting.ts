import type { Surface } from "../outbound-request.ts";
import { anthropicRules } from "./anthropic-rules.ts";
import { proxyTokenizers } from "./calibration-data.ts";
import type { ClaudeFamily, GeminiFamily, ProxyTokenizer } from "./provider-framing.ts";
import { genericRules } from "./generic-rules.ts";
import { geminiRules } from "./gemini-rules.ts";
import { bareModelName, modelFamily, type ModelFamily } from "./model-family.ts";
import { openAIChatRules, openAIEncoding, openAIResponsesRules } from "./openai-rules.ts";
import type { SurfaceRules } from "./surface-rules.ts";

/** How the requests of a surface and model are counted. */
export interface ModelAccounting {
  readonly rules: SurfaceRules;
  readonly family: ModelFamily;
  /** The encoding to count with; `undefined` where no tokenizer is known and an estimator must serve. */
  readonly encoding: "o200k_base" | "cl100k_base" | undefined;
  /** Digits that make one token in the family's vocabulary. */
  readonly digitsPerToken: 1 | 3;
  /** Thousandths by which counts of `encoding` are raised. With 1,000 and 3 digits the encoding is used as it is. */
  readonly perMille: number;
  /** Whether `encoding` is the model's own, so that text may be called exact. */
  readonly isOwnEncoding: boolean;
}

/** Rules and counter settings for a surface and model; the conservative default where neither is known. Never throws. */
export function resolveAccounting(surface: Surface, modelId: string): ModelAccounting {
  const family = modelFamily(modelId);
  return { rules: rulesOf(surface, family, modelId), family, ...tokenizerOf(family) };
}

type TokenizerOfModel = Omit<ModelAccounting, "rules" | "family">;

function tokenizerOf(family: ModelFamily): TokenizerOfModel {
  switch (family) {
    case "gpt-4":
    case "gpt-4o":
    case "o-series":
    case "gpt-5":
      return { encoding: openAIEncoding(family), digitsPerToken: 3, perMille: 1_000, isOwnEncoding: true };
    case "gpt-4o-search":
      return { encoding: "o200k_base", digitsPerToken: 3, perMille: 1_000, isOwnEncoding: true };
    case "gemini-2":
    case "gemini-2.5":
    case "gemini-3":
      return proxy(proxyTokenizers.gemini);
    case "unknown":
      return { encoding: undefined, digitsPerToken: 3, perMille: 1_000, isOwnEncoding: false };
    default:
      return proxy(proxyTokenizers[family]);
  }
}

function proxy({ encoding, digitsPerToken, perMille }: ProxyTokenizer): TokenizerOfModel {
  return { encoding, digitsPerToken, perMille: perMille.value, isOwnEncoding: false };
}

function rulesOf(surface: Surface, family: ModelFamily, modelId: string): SurfaceRules {
  const name = bareModelName(modelId);
  switch (family) {
    case "gpt-4":
    case "gpt-4o":
    case "o-series":
    case "gpt-5":
      if (surface === "openai-chat") return openAIChatRules(family, name);
      return surface === "openai-responses" ? openAIResponsesRules(family, name) : genericRules;
    case "gpt-4o-search":
      return surface === "openai-chat" ? openAIChatRules("gpt-4o", name) : genericRules;
    case "claude-3":
    case "claude-4":
    case "claude-4.5":
    case "claude-4.7":
      return surface === "anthropic" ? anthropicRules(family satisfies ClaudeFamily) : genericRules;
    case "gemini-2":
    case "gemini-2.5":
    case "gemini-3":
      return surface === "gemini" ? geminiRules(geminiFamily(family, modelId)) : genericRules;
    default:
      return genericRules;
  }
}

/** Vertex addresses name the publisher; there, signatures and empty schemas are free. Gemini 2.0 is tiled on both. */
function geminiFamily(family: Exclude<GeminiFamily, "vertex">, modelId: string): GeminiFamily {
  const isVertex = /(^|\/)publishers\/google\//.test(modelId);
  return isVertex && family === "gemini-3" ? "vertex" : family;
}
