import type { OutboundRequest, Surface } from "@plimsoll/core";
import {
  projectAnthropicBody,
  projectGeminiBody,
  projectOpenAIChatBody,
  projectOpenAIResponsesBody,
  type ProjectionOptions,
} from "@plimsoll/core/payloads";
import type { PayloadBody } from "./plain-body.ts";

/** A surface whose request bodies can be read. */
export type ReadableSurface = Exclude<Surface, "generic">;

/** Whether bodies of the surface can be read. */
export function isReadable(surface: Surface): surface is ReadableSurface {
  return surface !== "generic";
}

/**
 * A body of the surface as a request; fields for messages that are not there yet may be missing.
 *
 * @throws PlimsollError `invalid_request` naming path, type and remedy.
 */
export function projectBody(surface: ReadableSurface, body: PayloadBody, options: ProjectionOptions): OutboundRequest {
  switch (surface) {
    case "openai-chat":
      return projectOpenAIChatBody({ messages: [], ...body }, options);
    case "openai-responses":
      return projectOpenAIResponsesBody({ input: [], ...body }, options);
    case "anthropic": {
      const { betas: _header, ...sent } = body;
      return projectAnthropicBody({ messages: [], ...sent }, options);
    }
    case "gemini":
      return projectGeminiBody({ contents: [], ...body }, options);
    default:
      return surface satisfies never;
  }
}
