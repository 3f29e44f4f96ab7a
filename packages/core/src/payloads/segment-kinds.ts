import type { MessageContent, MessageRole, Segment, SegmentKind } from "../outbound-request.ts";

/**
 * Kinds by position, for a body that carries no marks: system text is system, the last user message is the task,
 * what the assistant says after it is task and working set, results after it are evidence, all before is history.
 */
export function messageSegments(messages: readonly MessageContent[]): readonly Segment[] {
  const task = messages.findLastIndex((message) => message.role === "user");
  return messages.map((message, index) => ({ type: "message", kind: kindOf(message.role, index, task), message }));
}

function kindOf(role: MessageRole, index: number, task: number): Exclude<SegmentKind, "tools"> {
  if (role === "system" || role === "developer") return "system";
  if (index < task || task === -1) return "history";
  return role === "tool" || role === "function" ? "evidence" : "task";
}

/** System segments first, then tools and formats, then the rest: the order in which requests are sent. */
export function inSendingOrder(messages: readonly Segment[], tools: readonly Segment[]): readonly Segment[] {
  const leading = messages.findIndex((segment) => segment.kind !== "system");
  const at = leading === -1 ? messages.length : leading;
  return [...messages.slice(0, at), ...tools, ...messages.slice(at)];
}
