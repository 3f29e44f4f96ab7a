import type { MessageContent, Segment } from "./outbound-request.ts";
import { samePlainData, snapshotOf } from "./plain-data.ts";

/**
 * What contents looked like when they were read, in one flat list: an in-place edit no longer equals it. Flat, because
 * it is compared for every message of every request, and what that costs is memory touched.
 */
export type ContentGuards = readonly unknown[];

/** Adds the guard of one segment's content. */
export function appendGuard(guards: unknown[], segment: Segment): void {
  if (segment.type !== "message") {
    guards.push(snapshotOf(segment.type === "tool" ? segment.tool : segment.format));
    return;
  }
  const { content, role, name, toolCalls, toolCallId, toolName, toolCallCount, itemId } = segment.message;
  guards.push(snapshotOf(content), role, name, toolCallId, toolName, toolCallCount, itemId, toolCalls?.length);
  for (const call of toolCalls ?? []) guards.push(call.arguments, call.name, call.id);
}

/** Where the next segment's guard starts if the content still equals the guard at `start`, else -1. */
export function passGuard(guards: ContentGuards, start: number, segment: Segment): number {
  if (segment.type === "message") return passMessage(guards, start, segment.message);
  return samePlainData(segment.type === "tool" ? segment.tool : segment.format, guards[start]) ? start + 1 : -1;
}

const messageFields = 8;

function passMessage(guards: ContentGuards, start: number, message: MessageContent): number {
  const { content, toolCalls } = message;
  if (content !== guards[start] && !samePlainData(content, guards[start])) return -1;
  const same =
    message.role === guards[start + 1] &&
    message.name === guards[start + 2] &&
    message.toolCallId === guards[start + 3] &&
    message.toolName === guards[start + 4] &&
    message.toolCallCount === guards[start + 5] &&
    message.itemId === guards[start + 6] &&
    toolCalls?.length === guards[start + 7];
  if (!same) return -1;
  let next = start + messageFields;
  for (let index = 0; toolCalls !== undefined && index < toolCalls.length; index++) {
    const call = toolCalls[index];
    if (call?.arguments !== guards[next++] || call?.name !== guards[next++] || call?.id !== guards[next++]) return -1;
  }
  return next;
}
