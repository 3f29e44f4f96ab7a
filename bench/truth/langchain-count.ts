import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { MessageContent, OutboundRequest } from "@plimsoll/core";
import { countTokensApproximately } from "langchain";

/** What LangChain's default counter (four characters a token) says of the same request, tools included. */
export function langchainCount(request: OutboundRequest): number {
  const messages = request.segments.flatMap((segment) =>
    segment.type === "message" ? [langchainMessage(segment.message)] : [],
  );
  const tools = request.segments.flatMap((segment) => {
    if (segment.type !== "tool") return [];
    const { name, description, parameters } = segment.tool;
    return [{ type: "function", function: { name, description, parameters } }];
  });
  return countTokensApproximately(messages, tools);
}

function langchainMessage(message: MessageContent): BaseMessage {
  const content = textOf(message);
  switch (message.role) {
    case "system":
    case "developer":
      return new SystemMessage(content);
    case "user":
      return new HumanMessage(content);
    case "tool":
    case "function":
      return new ToolMessage({ content, tool_call_id: message.toolCallId ?? "" });
    case "assistant":
      return new AIMessage({ content, tool_calls: calls(message) });
    default:
      return message.role satisfies never;
  }
}

/** That counter reads text blocks only. */
function textOf({ content }: MessageContent): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

function calls({ toolCalls = [] }: MessageContent): NonNullable<AIMessage["tool_calls"]> {
  return toolCalls.map((call) => ({
    ...(call.id === undefined ? {} : { id: call.id }),
    name: call.name,
    args: argumentsOf(call.arguments),
  }));
}

function argumentsOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
