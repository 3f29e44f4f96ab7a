import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";

/** Told by the message's own type, which holds across two copies of the framework and costs nothing. */
export function isAssistant(message: BaseMessage): message is AIMessage {
  return message.type === "ai";
}

/** As {@link isAssistant}. */
export function isToolResult(message: BaseMessage): message is ToolMessage {
  return message.type === "tool";
}
