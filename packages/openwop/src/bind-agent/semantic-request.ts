import type { BaseMessage, SystemMessage } from "@langchain/core/messages";
import type { JsonValue } from "@plimsoll/core";
import { type ModelFacts, projectMessage, projectTool } from "@plimsoll/langgraph";
import type { JsonObject } from "../log/json.ts";
import type { CacheKeyRequest } from "../replay/cache-key.ts";

/** The parts of a model call that decide its answer. */
export interface ModelCall {
  readonly systemMessage?: SystemMessage;
  readonly messages: readonly BaseMessage[];
  readonly tools: readonly object[];
  readonly toolChoice?: unknown;
  readonly modelSettings?: Readonly<Record<string, unknown>> | undefined;
}

/** Settings that the recipe names, under the names the clients give them. */
const named = {
  temperature: ["temperature"],
  topP: ["topP", "top_p"],
  topK: ["topK", "top_k"],
  maxOutputTokens: ["maxTokens", "max_tokens", "maxOutputTokens"],
  stop: ["stop"],
  seed: ["seed"],
} as const;

/** A call as the recipe of the cache key wants it (RFC 0041): content and settings, without ids of messages. */
export function semanticRequest(call: ModelCall, facts: ModelFacts): CacheKeyRequest {
  const head = call.systemMessage === undefined ? [] : [call.systemMessage];
  const settings = plain({ ...facts.settings, ...call.modelSettings });
  const known = Object.entries(named).flatMap(([name, keys]) => {
    const key = keys.find((candidate) => settings[candidate] !== undefined);
    return key === undefined ? [] : [[name, settings[key] ?? null] as const];
  });
  const others = Object.entries(settings).filter(
    ([key]) =>
      !Object.values(named)
        .flat()
        .some((name) => name === key),
  );
  const providerOptions = plain({ ...Object.fromEntries(others), toolChoice: call.toolChoice });
  return {
    provider: facts.surface,
    model: facts.modelId,
    messages: [...head, ...call.messages].map((message) => asJson(projectMessage(message))),
    tools: call.tools.map((tool) => plain(projectTool(tool))),
    ...Object.fromEntries(known),
    ...(Object.keys(providerOptions).length === 0 ? {} : { providerOptions }),
  };
}

/** What JSON carries of it; functions and undefined are transport, not meaning. */
function plain(value: object): JsonObject {
  return asJson(value) as JsonObject;
}

function asJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
