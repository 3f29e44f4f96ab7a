import {
  type BudgetedRequest,
  type BudgetRun,
  budgetRequest,
  emitContextEvent,
  errorName,
  modelFacts,
} from "@plimsoll/langgraph";
import { rememberBudget } from "./gate/remembered-budget.ts";
import type { ParsedOptions } from "./options.ts";
import { projectModelRequest, type SentRequest } from "./project-model-request.ts";

/** What budgeting reads of an agent's model call. */
export interface AgentCall extends SentRequest {
  readonly model: unknown;
  readonly state: object;
  readonly runtime: {
    readonly context?: unknown;
    readonly configurable?: Readonly<Record<string, unknown>>;
    readonly writer?: BudgetRun["writer"];
    readonly signal?: AbortSignal;
  };
}

/**
 * Budgets a model call of an agent. Undefined where that failed in `observe` mode, which is told of: watching must not
 * break what works without.
 */
export async function budgetAgentCall(
  call: AgentCall,
  options: ParsedOptions,
  recovery: boolean,
): Promise<BudgetedRequest | undefined> {
  const { configurable = {}, context, writer, signal } = call.runtime;
  try {
    const outgoing = projectModelRequest(call, await modelFacts(call.model), options);
    const run = { state: call.state, configurable, context, writer, signal, recovery };
    const budgeted = await budgetRequest(outgoing, options, run);
    rememberBudget(budgeted.messages, { budget: budgeted.report.budget, outgoing, options });
    return budgeted;
  } catch (error) {
    if (options.mode === "enforce") throw error;
    await emitContextEvent({ type: "context.observe_failed", error: errorName(error) }, { writer });
    return undefined;
  }
}
