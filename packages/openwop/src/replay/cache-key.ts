import { canonicalJson, type JsonValue, pureDigest } from "@plimsoll/core";
import type { JsonObject } from "../log/json.ts";

/** What decides an answer of a model, and nothing else: no transport, no time, no ids of runs or users. */
export interface CacheKeyRequest {
  readonly provider: string;
  readonly model: string;
  /** In their order and shape, as they are sent. */
  readonly messages: readonly JsonValue[];
  /** Their order does not matter. */
  readonly tools?: readonly JsonObject[];
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly responseFormat?: JsonValue;
  readonly maxOutputTokens?: number;
  readonly stop?: JsonValue;
  readonly seed?: number;
  readonly safetySettings?: JsonValue;
  /** Everything else the provider is told that may change the answer. */
  readonly providerOptions?: JsonObject;
}

const requestKeys = [
  "messages",
  "temperature",
  "topP",
  "topK",
  "responseFormat",
  "maxOutputTokens",
  "stop",
  "seed",
  "safetySettings",
] as const;

/**
 * The key of a request in the invocation log: 64 lower-case hexadecimal digits of the SHA-256 of the RFC 8785 text of
 * the semantic request (RFC 0041, recipe `openwop-semantic-request-v2`).
 */
export function semanticCacheKey(asked: CacheKeyRequest): string {
  const request: Record<string, JsonValue> = {};
  for (const key of requestKeys) if (asked[key] !== undefined) request[key] = asked[key];
  if (asked.tools !== undefined) request["tools"] = [...asked.tools].sort(byName);
  const { providerOptions } = asked;
  return pureDigest.sha256(
    canonicalJson(
      {
        recipe: "openwop-semantic-request-v2",
        provider: asked.provider.toLowerCase(),
        model: asked.model,
        request,
        ...(providerOptions === undefined ? {} : { providerOptions }),
      },
      "cache key",
    ),
  );
}

/** By code units, so that the order is the same everywhere. */
function byName(one: JsonObject, other: JsonObject): number {
  const [a, b] = [String(one["name"]), String(other["name"])];
  return a < b ? -1 : a > b ? 1 : 0;
}
