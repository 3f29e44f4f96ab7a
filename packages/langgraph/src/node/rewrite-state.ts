import { type BaseMessage, RemoveMessage } from "@langchain/core/messages";
import { REMOVE_ALL_MESSAGES } from "@langchain/langgraph";
import type { StandingSummaryReport } from "../budget/budget-report.ts";
import type { BudgetedRequest } from "../budget/budget-request.ts";
import type { OutgoingRequest } from "../budget/outgoing-request.ts";
import type { BudgetRun } from "../budget/budget-run.ts";
import { budgetStateKey } from "../budget/budget-state.ts";
import { emitContextEvent } from "../events/emit-context-event.ts";
import { isFrame } from "../frames/apply-frames.ts";
import { errorName } from "../summaries/error-name.ts";
import { summaryArtifactOf } from "../window/summary-message.ts";
import { noticeId } from "../window/window-entries.ts";
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
  const window = windowForState(outgoing, budgeted);
  const left = new Set(window);
  const artifactId = standingSummary(budgeted)?.artifactId;
  const isStanding = (message: BaseMessage): boolean =>
    artifactId !== undefined && summaryArtifactOf(message) === artifactId;
  // The standing summary is made anew from its record; that it is another object replaces nothing.
  const replaced = outgoing.messages.filter((message) => !left.has(message) && !isStanding(message));
  if (replaced.length === 0) return projected;
  try {
    await rewrite(replacedMessages(budgeted, replaced));
  } catch (error) {
    await emitContextEvent({ type: "context.rewrite_failed", error: errorName(error) }, { writer: run.writer });
    return projected;
  }
  const { standing: _standing, ...state } = budgeted.state;
  const removeAll = new RemoveMessage({ id: REMOVE_ALL_MESSAGES });
  return { [budgetStateKey]: state, [messagesKey]: [removeAll, ...window] };
}

/** The window without what belongs to this request alone: its frames, and the notice of what was taken out. */
function windowForState({ messages }: OutgoingRequest, budgeted: BudgetedRequest): readonly BaseMessage[] {
  const given = new Set(messages);
  return budgeted.messages.filter((message) => given.has(message) || !(isFrame(message) || message.id === noticeId));
}

function standingSummary({ report: { action } }: BudgetedRequest): StandingSummaryReport | null {
  return action.kind === "shortened" ? action.summary : null;
}

function replacedMessages(budgeted: BudgetedRequest, messages: readonly BaseMessage[]): ReplacedMessages {
  return { scope: budgeted.state.scope, artifactId: standingSummary(budgeted)?.artifactId ?? null, messages };
}
