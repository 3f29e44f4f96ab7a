import type { MessageContent } from "../outbound-request.ts";
import { messageText } from "./message-text.ts";

/** How much of a message is read. */
const inspected = 2000;
const decides =
  /\b(?:decid\w{1,6}|decision|chos(?:e|en)|instead|rather than|because|should|must|agreed|plan(?:ned)? to|will (?:use|keep|not)|won't|going with|root cause|turns out|fixed|completed?|done|works?|verified)\b/i;

/**
 * What the assistant said, oldest first: the last words of each exchange, and of what was said on the way the sentence
 * that decides or finds something. Mere announcements are left out.
 */
export function statementsOf(messages: readonly MessageContent[]): readonly string[] {
  const spoken = messages.filter(({ role }) => role === "user" || role === "assistant");
  return spoken.flatMap((message, index) => {
    if (message.role !== "assistant") return [];
    const text = messageText(message).slice(0, inspected).trim();
    const isConclusion = spoken[index + 1]?.role !== "assistant";
    const said = isConclusion ? text : text.split(/\n+|(?<=[.!?]) /).find((sentence) => decides.test(sentence));
    return said === undefined || said === "" ? [] : [said];
  });
}
