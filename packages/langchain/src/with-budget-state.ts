import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { type BudgetState, budgetStateKey } from "@plimsoll/langgraph";

/**
 * Adds the private state to a model's answer. The answer of a structured-output turn is an object of another shape,
 * and a Command in its place would drop the structured response: it passes through untouched, and its messages
 * remember the state until the agent's end writes it.
 */
export function withBudgetState<A>(
  answer: A,
  state: BudgetState,
  unwritten: WeakMap<BaseMessage, BudgetState>,
): A | Command {
  if (AIMessage.isInstance(answer)) return new Command({ update: { [budgetStateKey]: state } });
  for (const message of structuredMessagesOf(answer)) unwritten.set(message, state);
  return answer;
}

function structuredMessagesOf(answer: unknown): readonly BaseMessage[] {
  if (typeof answer !== "object" || answer === null || !("structuredResponse" in answer) || !("messages" in answer))
    return [];
  return Array.isArray(answer.messages) ? answer.messages : [];
}
