import type { BaseMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import { budgetModelRequest } from "./budget-model-request.ts";
import { type BudgetState, budgetStateKey, budgetStateSchema } from "./budget-state.ts";
import { type ContextBudgetOptions, parseOptions } from "./options.ts";
import { withBudgetState } from "./with-budget-state.ts";

/**
 * Agent middleware that compiles the exact ledger of every request the agent is about to send, reports it, and in
 * `enforce` mode keeps the request within the model's window or refuses it before any network call.
 *
 * Put it last in the `middleware` array: the last one is innermost and sees what all others made of the request. State
 * is never rewritten; a request that holds leaves exactly as it came. Reports go to `onBudget`, to the custom stream
 * and, the latest one, to private state.
 *
 * @throws PlimsollError `invalid_options` here; `context_window_unknown` and `context_budget_exceeded` from the call.
 */
// The return type is inferred: a bare AgentMiddleware would lose the state's type in createAgent.
export function contextBudgetMiddleware(options: ContextBudgetOptions = {}) {
  const parsed = parseOptions(options);
  const unwritten = new WeakMap<BaseMessage, BudgetState>();
  return createMiddleware({
    name: "contextBudget",
    stateSchema: budgetStateSchema,
    wrapModelCall: async (request, handler) => {
      const budgeted = await budgetModelRequest(request, parsed);
      return withBudgetState(await handler(budgeted.request), budgeted.state, unwritten);
    },
    afterAgent: (state) => {
      const left = state.messages.map((message) => unwritten.get(message)).findLast((found) => found !== undefined);
      return left === undefined ? undefined : { [budgetStateKey]: left };
    },
  });
}
