import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { findPlimsollError, PlimsollError } from "@plimsoll/core";
import { contextBudgetMiddleware } from "@plimsoll/langchain";
import type { AgentMiddleware } from "langchain";
import { defaultKeepLastTurns } from "../discovery/context-budget-capability.ts";
import { WorkflowFailure } from "../engine/workflow-failure.ts";
import type { RunExecution, Workflow, WorkflowResult } from "../engine/workflow.ts";
import { type AgentBinding, supervisorNode } from "./agent-binding.ts";
import { agentDefinition } from "./agent-definition.ts";
import { type AgentLoop, createAgentLoop, taskId } from "./agent-loop.ts";
import { closeDispatch } from "./close-dispatch.ts";
import { recordFailedTurn } from "./record-decision.ts";
import { modelError } from "./model-call-failed.ts";
import { recorderMiddleware, turnMiddleware } from "./recorder-middleware.ts";
import { transcriptCounterOf } from "./transcript-tokens.ts";

/**
 * Binds an agent of `createAgent` as a workflow whose loop an outsider can check: its model calls are the supervisor's
 * turns, its tools are workers with runs of their own, every message of the transcript is backed by an event, and what
 * was fed at each turn is recorded. It can be replayed and branched from any event.
 *
 * Not bound are: structured output, tools that return commands, and middleware that adds messages of its own: such a
 * run fails with an error that says so.
 *
 * @throws PlimsollError `invalid_options` for an `agentId` of fewer than 3 or more than 256 characters.
 */
export function bindAgent(binding: AgentBinding): Workflow {
  const { agentId } = binding.supervisor;
  if (agentId.length < 3 || agentId.length > 256)
    throw new PlimsollError(
      "invalid_options",
      `bindAgent: supervisor.agentId is ${JSON.stringify(agentId.slice(0, 300))}; use 3 to 256 characters.`,
    );
  return {
    definition: agentDefinition(binding),
    orchestrator: { agent: binding.supervisor, nodeId: supervisorNode },
    replayable: true,
    run: (execution) => runAgent(binding, execution),
  };
}

/** The turns are the host's to count, so the framework's own limit must not be met first: a turn takes a few steps. */
const stepsPerTurn = 16;

async function runAgent(binding: AgentBinding, execution: RunExecution): Promise<WorkflowResult> {
  const { run, settings, signal } = execution;
  const loop = createAgentLoop(binding, execution);
  const middleware = [
    turnMiddleware(loop) as AgentMiddleware,
    ...windowMiddleware(loop),
    recorderMiddleware(loop) as AgentMiddleware,
  ];
  const agent = binding.agent(middleware, run);
  const task = new HumanMessage({ id: taskId, content: settings.redact(binding.task(run.inputs)) });
  const config = {
    signal,
    recursionLimit: stepsPerTurn * (settings.maxLoopIterations + 1),
    configurable: { thread_id: run.runId },
  };
  const result = await agent.invoke({ messages: [task] }, config).catch((error: unknown) => failed(loop, error));
  if (loop.failure !== undefined) throw loop.failure;
  await closeDispatch(loop, result.messages);
  return { outputs: {}, variables: { output: lastText(result) } };
}

/** The host's one configuration as the planner wants it; without one no transcript is bounded. */
function windowMiddleware(loop: AgentLoop): readonly AgentMiddleware[] {
  const { binding, summaries, execution } = loop;
  const { contextBudget } = execution.settings;
  if (contextBudget === undefined) return [];
  const { transcriptTokenBudget, transcriptWindow, summarization } = contextBudget;
  const { strategy } = summarization ?? {};
  const middleware = contextBudgetMiddleware({
    ...binding.budget,
    store: summaries.store,
    summarizer: summarization?.summarizer ?? false,
    ...(strategy === undefined ? {} : { strategy }),
    keepLastTurns: summarization?.keepLastTurns ?? (summarization === undefined ? 0 : defaultKeepLastTurns),
    ...(transcriptTokenBudget === undefined ? {} : { transcriptTokenBudget }),
    // A bound nothing reaches keeps the transcript verbatim where only the window binds.
    transcriptWindow: transcriptWindow ?? Number.MAX_SAFE_INTEGER,
    transcriptCounter: transcriptCounterOf(contextBudget),
    onBudget: (report) => {
      loop.planned = report.transcript?.tokens;
      binding.budget?.onBudget?.(report);
    },
  });
  return [middleware as AgentMiddleware];
}

/** A request that cannot be made to fit was never sent: its turn fails before any model call. */
async function failed(loop: AgentLoop, error: unknown): Promise<never> {
  if (loop.failure !== undefined || loop.execution.signal.aborted) throw loop.failure ?? error;
  const refused = findPlimsollError(error);
  if (refused === undefined) throw new WorkflowFailure(modelError(error), supervisorNode);
  throw await recordFailedTurn(loop, { code: refused.code, message: refused.message }, undefined);
}

type AgentResult = Awaited<ReturnType<ReturnType<AgentBinding["agent"]>["invoke"]>>;

function lastText(result: AgentResult): string {
  if ("__interrupt__" in result)
    throw new WorkflowFailure({
      code: "interrupt_not_supported",
      message: "The agent was interrupted for a human, and this host claims no interrupts; bind agents without them.",
    });
  const last = result.messages.at(-1);
  return AIMessage.isInstance(last) ? last.text : "";
}
