import type { MessageContent, Surface } from "../outbound-request.ts";
import { contentProblems } from "./content-problems.ts";
import { callIdsOf, isSystem } from "./message-parts.ts";
import { pairProblems, repeatedCallIds } from "./pair-problems.ts";
import type { RequestProblem } from "./request-problem.ts";
import { serverToolProblems } from "./server-tool-problems.ts";
import { orderOf } from "./surface-order.ts";

/**
 * What the provider behind a surface would refuse this list of messages for, in the order of the messages; empty for a
 * list it accepts as far as order, pairs, roles and emptiness go. Sizes, media, tools and signatures are not looked at.
 * Pure.
 */
export function requestProblems(messages: readonly MessageContent[], surface: Surface): readonly RequestProblem[] {
  const order = orderOf(surface);
  return [
    ...pairProblems(messages, order.adjacentAnswers),
    ...(order.uniqueCallIds ? repeatedCallIds(messages) : []),
    ...(order.serverToolPairs ? serverToolProblems(messages) : []),
    ...contentProblems(messages, order),
    ...(order.systemFirst ? lateSystem(messages) : []),
    ...openingProblems(messages, order.userFirst),
    ...(order.callAfterInput ? callsAfterAssistant(messages) : []),
  ].toSorted((left, right) => left.index - right.index);
}

function lateSystem(messages: readonly MessageContent[]): readonly RequestProblem[] {
  const first = messages.findIndex((message) => !isSystem(message));
  return messages.flatMap((message, index) =>
    first !== -1 && index > first && isSystem(message) ? [{ kind: "system-not-first", index } as const] : [],
  );
}

function openingProblems(messages: readonly MessageContent[], userFirst: boolean): readonly RequestProblem[] {
  const index = messages.findIndex((message) => !isSystem(message));
  if (index === -1) return [{ kind: "no-conversation", index: messages.length }];
  return userFirst && messages[index]?.role === "assistant" ? [{ kind: "starts-with-assistant", index }] : [];
}

function callsAfterAssistant(messages: readonly MessageContent[]): readonly RequestProblem[] {
  const problems: RequestProblem[] = [];
  let before: MessageContent | undefined;
  for (const [index, message] of messages.entries()) {
    if (isSystem(message)) continue;
    if (before?.role === "assistant" && callIdsOf(message).length > 0)
      problems.push({ kind: "call-after-assistant", index });
    before = message;
  }
  return problems;
}
