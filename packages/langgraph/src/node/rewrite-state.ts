import { type BaseMessage, RemoveMessage } from "@langchain/core/messages";
import { REMOVE_ALL_MESSAGES } from "@langchain/langgraph";
import type { BudgetedRequest, OutgoingRequest } from "../budget/budget-request.ts";
import type { BudgetRun } from "../budget/budget-run.ts";
import { budgetStateKey } from "../budget/budget-state.ts";
import { emitContextEvent } from "../events/emit-context-event.ts";
import { errorName } from "../summaries/error-name.ts";
import type { ParsedNodeOptions, ReplacedMessages } from "./summarization-node-options.ts";

interface Decided {
  readonly outgoing: OutgoingRequest;
  readonly budgeted: BudgetedRequest;
  readonly run: BudgetRun;
}

/**
 * The update that puts the window in the place of the messages, once what leaves is stored elsewhere. Where that fails
 * the messages stay, which is told of, and the window goes on as a projection.
 */
export async function rewriteState(
  { rewrite, messagesKey }: ParsedNodeOptions,
  { outgoing, budgeted, run }: Decided,
): Promise<Record<string, unknown>> {
  const projected = { [budgetStateKey]: budgeted.state };
  if (rewrite === undefined || budgeted.messages === outgoing.messages) return projected;
  const left = new Set(budgeted.messages);
  const replaced = outgoing.messages.filter((message) => !left.has(message));
  if (replaced.length === 0) return projected;
  try {
    await rewrite(replacedMessages(budgeted, replaced));
  } catch (error) {
    await emitContextEvent({ type: "context.rewrite_failed", error: errorName(error) }, { writer: run.writer });
    return projected;
  }
  const { standing: _standing, ...state } = budgeted.state;
  const removeAll = new RemoveMessage({ id: REMOVE_ALL_MESSAGES });
  return { [budgetStateKey]: state, [messagesKey]: [removeAll, ...budgeted.messages] };
}

function replacedMessages(
  { state, report: { action } }: BudgetedRequest,
  messages: readonly BaseMessage[],
): ReplacedMessages {
  const summary = action.kind === "shortened" ? action.summary : null;
  return { scope: state.scope, artifactId: summary?.artifactId ?? null, messages };
}
