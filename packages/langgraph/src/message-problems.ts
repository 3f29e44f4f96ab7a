import type { BaseMessage } from "@langchain/core/messages";
import { groupTurns, type RequestProblem, requestProblems, type Surface, type TurnEntry } from "@plimsoll/core";
import { answeredCalls } from "./answered-calls.ts";
import { itemsWithoutReasoning } from "./items-without-reasoning.ts";
import { projectMessage } from "./project-message.ts";
import { turnEntryOf } from "./turn-entry.ts";

/**
 * What the provider behind a surface would refuse these LangChain messages for, in their order; empty for a list it
 * accepts. For middleware that cuts, moves or rewrites histories, as a check of its own output.
 *
 * Pass the list as it will be sent, with the system message in front where there is one. Found are: calls and results
 * that do not pair or do not stand together, ids used twice, results of server tools and responses to approvals without
 * their request, assistant messages that are empty or mere reasoning, roles in an order the provider does not take, and
 * items of the Responses API that lost their reasoning. Not looked at: sizes, media, tool definitions, the signatures of
 * reasoning, and whether a model accepts an assistant's message as the last one.
 *
 * Each problem has a closed `kind`, the `index` of its message and, where it is about a call or item, its id as
 * `callId`: no content. `describeProblem` makes it a sentence. Nothing is changed; {@link repairMessages} mends what
 * can be mended without guessing.
 *
 * @example
 * const problems = messageProblems([request.systemMessage, ...messages], "anthropic");
 * if (problems.length > 0) throw new Error(problems.map(describeProblem).join(" "));
 */
export function messageProblems(messages: readonly BaseMessage[], surface: Surface): readonly RequestProblem[] {
  const entries = messages.map(turnEntryOf);
  const answered = answeredCalls(messages, groupTurns(entries));
  const contents = messages.map((message, index) => projectMessage(message, answered[index]));
  const found = requestProblems(contents, surface).flatMap((problem) => seenInFull(problem, entries));
  if (surface !== "openai-responses") return found;
  const more = [...strayApprovals(entries), ...lostReasoning(messages)];
  return [...found, ...more].toSorted((left, right) => left.index - right.index);
}

/** Some fields beside the content are sent too (a refusal, items of the Responses API), which its projection does not show. */
function seenInFull(problem: RequestProblem, entries: readonly TurnEntry[]): readonly RequestProblem[] {
  if (problem.kind !== "empty-assistant" && problem.kind !== "lone-reasoning") return [problem];
  const entry = entries[problem.index];
  if (entry?.empty === true) return [problem];
  const isLone = entry?.leads === true && entries[problem.index + 1]?.role !== "assistant";
  return isLone ? [{ ...problem, kind: "lone-reasoning" }] : [];
}

function strayApprovals(entries: readonly TurnEntry[]): readonly RequestProblem[] {
  const asked = new Set<string>();
  return entries.flatMap(({ role, asks = [], refersTo = [] }, index) => {
    for (const id of asks) asked.add(id);
    const strays = role === "human" ? refersTo.filter((id) => !asked.has(id)) : [];
    return strays.map((callId): RequestProblem => ({ kind: "approval-without-request", index, callId }));
  });
}

function lostReasoning(messages: readonly BaseMessage[]): readonly RequestProblem[] {
  return messages.flatMap((message, index) =>
    itemsWithoutReasoning(message).map((callId): RequestProblem => ({ kind: "item-without-reasoning", index, callId })),
  );
}
