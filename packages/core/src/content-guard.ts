import type { MessageContent, Segment } from "./outbound-request.ts";
import { appendGuard, passGuard, type PlainGuard } from "./plain-guard.ts";

/** Adds the guard of a whole segment: everything that its row and its line in the fingerprint are made of, but its index. */
export function appendSegmentGuard(guard: unknown[], segment: Segment): void {
  const origin = segment.type === "message" ? segment.origin : undefined;
  guard.push(segment.type, segment.kind, origin?.messageId, origin?.slot, origin?.fileHash);
  appendContentGuard(guard, segment);
}

const placeFields = 5;

/** Where the next segment's guard starts if the segment still equals the guard at `start`, else -1. */
export function passSegmentGuard(guard: PlainGuard, start: number, segment: Segment): number {
  const origin = segment.type === "message" ? segment.origin : undefined;
  const same =
    segment.type === guard[start] &&
    segment.kind === guard[start + 1] &&
    origin?.messageId === guard[start + 2] &&
    origin?.slot === guard[start + 3] &&
    origin?.fileHash === guard[start + 4];
  return same ? passContentGuard(guard, start + placeFields, segment) : -1;
}

/** Adds the guard of one segment's content: the fields that are sent. */
export function appendContentGuard(guard: unknown[], segment: Segment): void {
  if (segment.type !== "message") {
    appendGuard(guard, segment.type === "tool" ? segment.tool : segment.format);
    return;
  }
  const { content, role, name, toolCalls, toolCallId, toolName, toolCallCount, itemId } = segment.message;
  appendGuard(guard, content);
  guard.push(role, name, toolCallId, toolName, toolCallCount, itemId, toolCalls?.length);
  for (const call of toolCalls ?? []) guard.push(call.arguments, call.name, call.id);
}

/** Where the next guard starts if the content still equals the guard at `start`, else -1. */
export function passContentGuard(guard: PlainGuard, start: number, segment: Segment): number {
  if (segment.type === "message") return passMessage(guard, start, segment.message);
  return passGuard(guard, start, segment.type === "tool" ? segment.tool : segment.format);
}

const scalarFields = 7;

function passMessage(guard: PlainGuard, start: number, message: MessageContent): number {
  const at = passGuard(guard, start, message.content);
  const { toolCalls } = message;
  const same =
    at >= 0 &&
    message.role === guard[at] &&
    message.name === guard[at + 1] &&
    message.toolCallId === guard[at + 2] &&
    message.toolName === guard[at + 3] &&
    message.toolCallCount === guard[at + 4] &&
    message.itemId === guard[at + 5] &&
    toolCalls?.length === guard[at + 6];
  if (!same) return -1;
  let next = at + scalarFields;
  for (let index = 0; toolCalls !== undefined && index < toolCalls.length; index++) {
    const call = toolCalls[index];
    if (call?.arguments !== guard[next++] || call?.name !== guard[next++] || call?.id !== guard[next++]) return -1;
  }
  return next;
}
