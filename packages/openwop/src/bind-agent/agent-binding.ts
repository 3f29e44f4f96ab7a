import type { BaseMessage } from "@langchain/core/messages";
import type { ContextBudgetOptions } from "@plimsoll/langchain";
import type { AgentMiddleware } from "langchain";
import type { JsonObject } from "../log/json.ts";
import type { AgentRef } from "../log/run-event.ts";
import type { RunRecord } from "../store/host-store.ts";

/** What a bound agent is asked to do: run to its end. `createAgent` of `langchain` makes such. */
export interface InvokableAgent {
  invoke(
    input: { readonly messages: BaseMessage[] },
    config: {
      readonly signal: AbortSignal;
      readonly recursionLimit: number;
      readonly configurable: Readonly<Record<string, unknown>>;
    },
  ): Promise<{ readonly messages: readonly BaseMessage[] }>;
}

/** Of the window's options, those a binding may set; the bounds, the summarizer and the store are the host's. */
export type BindingBudget = Pick<
  ContextBudgetOptions,
  | "contextWindow"
  | "threshold"
  | "outputReservation"
  | "safetyMargin"
  | "tokenCounter"
  | "surface"
  | "lowWater"
  | "minimumGain"
  | "maxSummaryTokens"
  | "maxCompactions"
  | "onBudget"
>;

/** What a run was created with. */
export type BoundRun = Pick<RunRecord, "runId" | "inputs" | "configurable" | "tags" | "metadata">;

/** How an agent is bound as a workflow with an orchestrator. */
export interface AgentBinding {
  /** The workflow's id: 1 to 128 letters, digits, ".", "_", "~" or "-". */
  readonly id: string;
  /** Shown with the definition. Default: the id. */
  readonly name?: string;
  /** Default `1.0.0`. */
  readonly version?: string;
  /**
   * Makes the agent of one run: `(middleware) => createAgent({ model, tools, middleware: [...yours, ...middleware] })`.
   * Ours come last, innermost: they see what is really sent, and record it. `run` is what the run was created with, for
   * agents that go by its `configurable` (model, temperature); a replay is made with the same.
   */
  readonly agent: (middleware: readonly AgentMiddleware[], run: BoundRun) => InvokableAgent;
  /** Who decides in the loop: stated, not guessed. `agentId` has 3 to 256 characters. */
  readonly supervisor: AgentRef;
  /** The task of a run, from its inputs. It is sent at every turn, and stands outside the transcript. */
  readonly task: (inputs: JsonObject) => string;
  /** How the window is kept. Default: as `contextBudgetMiddleware` does, from the model's profile. */
  readonly budget?: BindingBudget;
}

/** Nodes of the definition, and of the events. */
export const supervisorNode = "supervisor";
export const dispatchNode = "dispatch";
