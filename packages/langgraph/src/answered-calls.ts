import type { BaseMessage } from "@langchain/core/messages";
import type { Turn } from "@plimsoll/core";
import { isAssistant, isToolResult } from "./message-kind.ts";
import type { AnsweredCall } from "./project-message.ts";

/** For each tool message the call it answers, found through its turn; undefined for every other message. */
export function answeredCalls(
  messages: readonly BaseMessage[],
  turns: readonly Turn[],
): readonly (AnsweredCall | undefined)[] {
  const answered: (AnsweredCall | undefined)[] = Array.from({ length: messages.length });
  for (const { entries } of turns) {
    if (entries.length > 1) answerWithin(messages, entries, answered);
  }
  return answered;
}

/** A turn may hold several messages with calls; of those with the same id, the last before the result is meant. */
function answerWithin(
  messages: readonly BaseMessage[],
  entries: readonly number[],
  answered: (AnsweredCall | undefined)[],
): void {
  const calls = new Map<string, AnsweredCall>();
  for (const index of entries) {
    const message = messages[index];
    if (message === undefined) continue;
    if (isToolResult(message)) answered[index] = calls.get(message.tool_call_id);
    if (!isAssistant(message)) continue;
    const made = message.tool_calls ?? [];
    for (const { id = "", name } of made.toReversed()) calls.set(id, { name, callCount: made.length });
  }
}
