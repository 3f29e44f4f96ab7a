import type { Segment } from "@plimsoll/core";
import {
  baseRequest,
  type ModelFacts,
  type OutgoingRequest,
  type ParsedBudgetOptions,
  projectMessage,
  projectTool,
} from "@plimsoll/langgraph";
import type { ModelRequest } from "langchain";
import { projectResponseFormat } from "./project-response-format.ts";

/** The parts of a model request that reach the provider. */
export type SentRequest = Pick<
  ModelRequest,
  "systemMessage" | "messages" | "tools" | "toolChoice" | "responseFormat"
> & {
  readonly modelSettings?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Projects the innermost model request into the request model: system message, tools (those of structured output
 * included), response format and settings. Pure; nothing is counted here.
 *
 * @throws PlimsollError `context_window_unknown` where neither the options nor the model's profile state a window.
 */
export function projectModelRequest(
  request: SentRequest,
  facts: ModelFacts,
  options: ParsedBudgetOptions,
): OutgoingRequest {
  const structured = projectResponseFormat(request.responseFormat, facts.nativeStructuredOutput);
  const tools = [...request.tools.map((tool) => projectTool(tool)), ...structured.tools];
  const { modelSettings, toolChoice } = request;
  return {
    base: baseRequest(facts, options, { modelSettings, toolChoice, forcesTool: structured.tools.length > 0 }),
    head: [
      ...systemSegment(request),
      ...tools.map((tool): Segment => ({ type: "tool", kind: "tools", tool })),
      ...(structured.format === undefined
        ? []
        : [{ type: "response-format", kind: "tools", format: structured.format } as const]),
    ],
    messages: request.messages,
  };
}

/** The agent leaves out a system message without text, images included; so does the ledger. */
function systemSegment({ systemMessage }: SentRequest): readonly Segment[] {
  if (systemMessage === undefined || systemMessage.text === "") return [];
  return [{ type: "message", kind: "system", message: projectMessage(systemMessage) }];
}
