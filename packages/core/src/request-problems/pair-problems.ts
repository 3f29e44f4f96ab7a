import type { MessageContent } from "../outbound-request.ts";
import { callIdsOf, isAnswer, resultIdsOf } from "./message-parts.ts";
import type { RequestProblem } from "./request-problem.ts";

interface OpenCall {
  readonly callId: string;
  readonly index: number;
}

/**
 * Calls and answers that do not pair. With `adjacent`, answers must stand in the block right behind the message that
 * makes the calls; else anywhere after it. Repeated ids pair by occurrence.
 */
export function pairProblems(messages: readonly MessageContent[], adjacent: boolean): readonly RequestProblem[] {
  const problems: RequestProblem[] = [];
  let open: OpenCall[] = [];
  const closed: OpenCall[] = [];
  for (const [index, message] of messages.entries()) {
    for (const callId of resultIdsOf(message)) {
      const place = open.findIndex((call) => call.callId === callId);
      if (place !== -1) open.splice(place, 1);
      else problems.push(strayAnswer(callId, index, closed));
    }
    if (isAnswer(message)) continue;
    if (adjacent) {
      closed.push(...open);
      open = [];
    }
    for (const callId of callIdsOf(message)) open.push({ callId, index });
  }
  for (const { callId, index } of [...closed, ...open]) problems.push({ kind: "unanswered-call", index, callId });
  return problems.toSorted((left, right) => left.index - right.index);
}

/** An answer to a call that stands open further up is only in the wrong place; both then are told of. */
function strayAnswer(callId: string, index: number, closed: readonly OpenCall[]): RequestProblem {
  const isAway = closed.some((call) => call.callId === callId);
  return { kind: isAway ? "answer-away-from-call" : "answer-without-call", index, callId };
}

/** Calls under an id that an earlier call has. */
export function repeatedCallIds(messages: readonly MessageContent[]): readonly RequestProblem[] {
  const seen = new Set<string>();
  return messages.flatMap((message, index) =>
    callIdsOf(message).flatMap((callId): readonly RequestProblem[] => {
      const isRepeated = seen.has(callId);
      seen.add(callId);
      return isRepeated ? [{ kind: "repeated-call-id", index, callId }] : [];
    }),
  );
}
