import { type MessageContent, renderMessage, type TokenCounter } from "@plimsoll/core";
import { summaryText } from "./summary-message.ts";

const counted = new WeakMap<MessageContent, Map<string, number>>();

/** Units of one entry of the transcript: its rendered text, without framing. Counted once per content object and counter. */
export function transcriptTokens(content: MessageContent, counter: TokenCounter): number {
  const key = `${counter.id}@${counter.version}`;
  const byCounter = counted.get(content) ?? new Map<string, number>();
  const known = byCounter.get(key);
  if (known !== undefined) return known;
  const tokens = counter.count(renderMessage(content));
  byCounter.set(key, tokens);
  counted.set(content, byCounter);
  return tokens;
}

/** Units of a summary's message. */
export function summaryTokens(artifactId: string, text: string, counter: TokenCounter): number {
  return counter.count(summaryText(artifactId, text));
}
