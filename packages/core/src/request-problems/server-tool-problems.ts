import type { MessageContent } from "../outbound-request.ts";
import { resultIdsOf, serverResultIdsOf, serverToolIdsOf } from "./message-parts.ts";
import type { RequestProblem } from "./request-problem.ts";

/**
 * Server tools and results that do not pair. A use may stay open while the model's turn lasts: its result comes in a
 * later message where the turn was paused, or where the tool waits for results of the client.
 */
export function serverToolProblems(messages: readonly MessageContent[]): readonly RequestProblem[] {
  const problems: RequestProblem[] = [];
  const open = new Map<string, number>();
  for (const [index, message] of messages.entries()) {
    if (message.role === "user" && resultIdsOf(message).length === 0) {
      for (const [callId, use] of open) problems.push({ kind: "unanswered-server-tool", index: use, callId });
      open.clear();
    }
    if (message.role !== "assistant") continue;
    for (const callId of serverToolIdsOf(message)) open.set(callId, index);
    for (const callId of serverResultIdsOf(message)) {
      if (!open.delete(callId)) problems.push({ kind: "server-result-without-call", index, callId });
    }
  }
  return problems;
}
