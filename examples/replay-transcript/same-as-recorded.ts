import { isDeepStrictEqual } from "node:util";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { RecordedCall, RecordedMessage } from "./recording.ts";

const types = { system: "system", user: "human", assistant: "ai", tool: "tool" } as const;

/** Whether a message the agent sends says what was recorded: role, text, tool calls with ids and arguments, and what a result answers. */
export function sameAsRecorded(message: BaseMessage, recorded: RecordedMessage): boolean {
  if (message.getType() !== types[recorded.role] || message.content !== recorded.text) return false;
  if (AIMessage.isInstance(message)) return sameCalls(message.tool_calls ?? [], recorded.calls);
  if (!ToolMessage.isInstance(message)) return true;
  return (
    message.tool_call_id === recorded.callId && (recorded.toolName === undefined || message.name === recorded.toolName)
  );
}

function sameCalls(calls: NonNullable<AIMessage["tool_calls"]>, recorded: readonly RecordedCall[]): boolean {
  if (calls.length !== recorded.length) return false;
  return recorded.every(({ id, name, args }, index) => {
    const call = calls[index];
    return call?.id === id && call.name === name && isDeepStrictEqual(call.args, args);
  });
}
