import type { BaseMessage } from "@langchain/core/messages";
import { budgetRequest } from "../budget/budget-request.ts";
import type { BudgetRun } from "../budget/budget-run.ts";
import { budgetStateKey } from "../budget/budget-state.ts";
import { rewriteState } from "./rewrite-state.ts";
import { standingMessages } from "./standing-messages.ts";
import { parseNodeOptions, type SummarizationNodeOptions } from "./summarization-node-options.ts";
import { outgoingOf, systemMessages } from "./outgoing-of.ts";

/** What a node reads of the config LangGraph hands it. */
export interface NodeConfig {
  readonly configurable?: Readonly<Record<string, unknown>>;
  readonly context?: unknown;
  readonly signal?: AbortSignal;
  readonly writer?: BudgetRun["writer"];
}

/** A graph node that keeps the next model call under its line, and the messages for that call. */
export interface SummarizationNode {
  (state: object, config: NodeConfig): Promise<Record<string, unknown>>;
  /**
   * The messages to call the model with, system text of the options included: what the node decided, also when the run
   * was interrupted or resumed in between.
   *
   * @throws PlimsollError `replay_context_summary_unavailable` where the summary the node decided on cannot be read.
   */
  readonly messages: (state: object, config: NodeConfig) => Promise<BaseMessage[]>;
}

/**
 * Makes a node for any `StateGraph` that holds `messages` and {@link contextBudgetState}. Place it before the node that
 * calls the model, and call the model with `await node.messages(state, config)`. It decides as the agent's middleware
 * does; the messages in the state stay as they are unless `rewrite` is set.
 *
 * @throws PlimsollError `invalid_options` here; `context_window_unknown` and `context_budget_exceeded` from the node.
 */
export function createSummarizationNode(options: SummarizationNodeOptions): SummarizationNode {
  const parsed = parseNodeOptions(options);
  const node = async (state: object, config: NodeConfig): Promise<Record<string, unknown>> => {
    const outgoing = await outgoingOf(parsed, state);
    const run = runOf(state, config);
    const budgeted = await budgetRequest(outgoing, parsed, run);
    return options.rewrite === undefined
      ? { [budgetStateKey]: budgeted.state }
      : rewriteState(parsed, { outgoing, budgeted, run });
  };
  const messages = async (state: object, config: NodeConfig): Promise<BaseMessage[]> => {
    const outgoing = await outgoingOf(parsed, state);
    const window = await standingMessages(outgoing, parsed, runOf(state, config));
    return [...systemMessages(parsed), ...window];
  };
  return Object.assign(node, { messages });
}

function runOf(state: object, { configurable = {}, context, signal, writer }: NodeConfig): BudgetRun {
  return { state, configurable, context, writer, signal, recovery: false };
}
