import { type BaseMessage, SystemMessage } from "@langchain/core/messages";
import { PlimsollError, type Segment } from "@plimsoll/core";
import { baseRequest } from "../budget/base-request.ts";
import type { OutgoingRequest } from "../budget/outgoing-request.ts";
import { modelFacts } from "../budget/model-facts.ts";
import { projectMessage } from "../project-message.ts";
import { projectTool } from "../project-tool.ts";
import type { ParsedNodeOptions } from "./summarization-node-options.ts";

/**
 * The request the graph is about to make: system text and tools of the options, messages of the state.
 *
 * @throws PlimsollError `invalid_request` where the state holds no list of messages; `context_window_unknown`.
 */
export async function outgoingOf(options: ParsedNodeOptions, state: object): Promise<OutgoingRequest> {
  const facts = await modelFacts(options.model);
  return {
    base: baseRequest(facts, options),
    head: [
      ...systemMessages(options).map((message): Segment => ({
        type: "message",
        kind: "system",
        message: projectMessage(message),
      })),
      ...options.tools.map((tool): Segment => ({ type: "tool", kind: "tools", tool: projectTool(tool) })),
    ],
    messages: messagesOf(state, options),
  };
}

/** The system text of the options, as a message. */
export function systemMessages({ systemMessage }: ParsedNodeOptions): readonly SystemMessage[] {
  if (systemMessage === undefined || systemMessage === "") return [];
  return [typeof systemMessage === "string" ? new SystemMessage(systemMessage) : systemMessage];
}

function messagesOf(state: object, { messagesKey }: ParsedNodeOptions): readonly BaseMessage[] {
  const messages: unknown = Reflect.get(state, messagesKey);
  if (Array.isArray(messages)) return messages;
  throw new PlimsollError(
    "invalid_request",
    `the state holds ${messages === undefined ? "nothing" : `a ${typeof messages}`} under "${messagesKey}"; createSummarizationNode needs the list of messages there (option messagesKey).`,
    { details: { messagesKey } },
  );
}
