import type { BaseMessage } from "@langchain/core/messages";
import {
  type BudgetState,
  budgetStateKey,
  compactionContextSchema,
  contextEventsTransformer,
  isContextOverflow,
} from "@plimsoll/langgraph";
import { isPlimsollError } from "@plimsoll/core";
import { createMiddleware } from "langchain";
import { budgetAgentCall } from "./budget-agent-call.ts";
import { budgetMiddlewareState } from "./budget-middleware-state.ts";
import { forgetBudget } from "./gate/remembered-budget.ts";
import { type ContextBudgetOptions, parseOptions } from "./options.ts";
import { withBudgetState } from "./with-budget-state.ts";

/**
 * Agent middleware that keeps every request under its line. It compiles the exact ledger of every request the agent is
 * about to send and reports it; in `enforce` mode it replaces older turns by a recorded summary once too little of the
 * window is free, and what cannot be made to fit is refused before any network call.
 *
 * Put it last in the `middleware` array: the last one is innermost and sees what all others made of the request. The
 * conversation in state is never rewritten; a request that holds leaves exactly as it came. Reports and events go to
 * `onBudget` and to the streams, references to what was decided to private state.
 *
 * @throws PlimsollError `invalid_options` here; `context_window_unknown` and `context_budget_exceeded` from the call.
 */
// The return type is inferred: a bare AgentMiddleware would lose the state's type in createAgent.
export function contextBudgetMiddleware(options: ContextBudgetOptions = {}) {
  const parsed = parseOptions(options);
  const unwritten = new WeakMap<BaseMessage, BudgetState>();
  return createMiddleware({
    name: "contextBudget",
    stateSchema: budgetMiddlewareState,
    contextSchema: compactionContextSchema,
    streamTransformers: [contextEventsTransformer],
    wrapModelCall: async (request, handler) => {
      const send = async (recovery: boolean) => {
        const budgeted = await budgetAgentCall(request, parsed, recovery);
        if (budgeted === undefined) return handler(request);
        const isSame = budgeted.messages === request.messages;
        try {
          const answer = await handler(isSame ? request : { ...request, messages: [...budgeted.messages] });
          return withBudgetState(answer, budgeted.state, unwritten);
        } finally {
          forgetBudget(budgeted.messages, budgeted.report.budget);
        }
      };
      try {
        return await send(false);
      } catch (error) {
        if (parsed.mode !== "enforce" || !isContextOverflow(error)) throw error;
        return send(true).catch((second: unknown) => {
          // Where nothing more can be freed, what the provider said is what there is to know.
          throw isPlimsollError(second, "context_budget_exceeded") ? error : second;
        });
      }
    },
    afterAgent: (state) => {
      const left = state.messages.map((message) => unwritten.get(message)).findLast((found) => found !== undefined);
      return left === undefined ? undefined : { [budgetStateKey]: left };
    },
  });
}
