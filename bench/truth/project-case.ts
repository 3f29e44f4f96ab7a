import type { OutboundRequest } from "@plimsoll/core";
import {
  type ProjectionOptions,
  projectAnthropicBody,
  projectGeminiBody,
  projectOpenAIChatBody,
  projectOpenAIResponsesBody,
} from "../../packages/core/src/payloads/index.ts";
import type { GroundTruthCase } from "./ground-truth-cases.ts";
import { materialiseStubs } from "./materialise-stubs.ts";

/** Larger than any recorded request, so that nothing is refused for its size. */
const contextWindow = 1_000_000;

/** The request of a case as the intermediate model, its model id as the address or the body names it. */
export function projectCase(truth: GroundTruthCase): OutboundRequest {
  const body = materialiseStubs({ ...truth.request, model: truth.model });
  const options: ProjectionOptions = { contextWindow, outputReservation: 0, modelId: modelIdOf(truth) };
  switch (truth.provider) {
    case "openai-chat":
      return projectOpenAIChatBody(body, options);
    case "openai-responses":
      return projectOpenAIResponsesBody(body, options);
    case "anthropic":
      return projectAnthropicBody(body, options);
    case "gemini":
      return projectGeminiBody(body, options);
    default:
      return truth.provider satisfies never;
  }
}

/** Vertex addresses name the publisher before the model. */
function modelIdOf({ endpoint, model }: GroundTruthCase): string {
  return endpoint.includes("publishers/google/") ? `publishers/google/models/${model}` : model;
}
