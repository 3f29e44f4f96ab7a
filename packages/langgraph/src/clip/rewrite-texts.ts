import type { BaseMessage, ToolMessage } from "@langchain/core/messages";
import { isAssistant, isToolResult } from "../message-kind.ts";
import type { RewriteText } from "./clippable-text.ts";
import { copyMessage } from "./copy-message.ts";
import { rewriteCalls } from "./rewrite-calls.ts";
import { isSentAsReceived } from "./sent-as-received.ts";

/**
 * Visits the texts of a message that may be shortened, always in the same order, and returns the message with what
 * `rewrite` returned for each: the given one where nothing changed, else a copy in which every carrier of a text agrees.
 */
export function rewriteTexts(message: BaseMessage, rewrite: RewriteText): BaseMessage {
  if (isToolResult(message)) return rewriteResult(message, rewrite);
  return isAssistant(message) && !isSentAsReceived(message) ? rewriteCalls(message, rewrite) : message;
}

function rewriteResult(message: ToolMessage, rewrite: RewriteText): ToolMessage {
  const { content, tool_call_id: callId, additional_kwargs: fields } = message;
  // The content of this one is the address of a screenshot.
  if (fields["type"] === "computer_call_output") return message;
  const rewritten = rewriteContent(content, (text) => rewrite({ kind: "result", callId, text }));
  return rewritten === content ? message : copyMessage(message, { content: rewritten });
}

function rewriteContent(content: unknown, rewrite: (text: string) => string): unknown {
  if (typeof content === "string") return rewrite(content);
  if (!Array.isArray(content)) return content;
  const blocks = content.map((block: unknown) => rewriteBlock(block, rewrite));
  return blocks.some((block, index) => block !== content[index]) ? blocks : content;
}

const textTypes: readonly unknown[] = ["text", "input_text", "output_text"];

function rewriteBlock(block: unknown, rewrite: (text: string) => string): unknown {
  if (typeof block !== "object" || block === null || !textTypes.includes(Reflect.get(block, "type"))) return block;
  const text: unknown = Reflect.get(block, "text");
  if (typeof text !== "string") return block;
  const rewritten = rewrite(text);
  return rewritten === text ? block : { ...block, text: rewritten };
}
