import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { TokenCounter } from "@plimsoll/core";
import type { RunExecution, WorkResult } from "../engine/workflow.ts";
import type { AgentBinding } from "./agent-binding.ts";
import { transcriptCounterOf } from "./transcript-tokens.ts";
import { type RunSummaries, runSummaries } from "./run-summary-store.ts";
import { createTranscript, type Transcript } from "./transcript.ts";

/** A call of the supervisor that a worker is to answer. */
export interface OpenCall {
  readonly callId: string;
  readonly workerId: string;
  /** Names its outcome: the turn and the place among its calls. */
  readonly key: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the source recorded; set for forks, as far as they repeat it. */
  readonly recalled: Promise<WorkOutcome | undefined>;
  /** Undefined where it is recalled. */
  readonly childRunId: string | undefined;
  /** The event that says that it was handed over. */
  readonly succeededId: string;
  /** Of the last attempt, as middleware may try again. */
  outcome?: WorkOutcome;
}

/** What came of a call: the message that answers it, as it is kept. */
export interface WorkOutcome extends WorkResult {
  readonly childRunId: string;
}

/** The calls of one decision, until the supervisor's next turn. */
export interface OpenDispatch {
  readonly startedId: string;
  readonly answer: AIMessage;
  readonly calls: readonly OpenCall[];
}

/** What one run of a bound agent knows while it runs. */
export interface AgentLoop {
  readonly execution: RunExecution;
  readonly binding: AgentBinding;
  readonly counter: TokenCounter;
  readonly transcript: Transcript;
  readonly summaries: RunSummaries;
  /** Ids of the events that tell of a summary, by its artifact. */
  readonly summaryEvents: Map<string, { readonly eventId: string; readonly replacedTurns: readonly string[] }>;
  /** Turns of the supervisor so far, the one it is at included. */
  iteration: number;
  /** Whether the turn it is at has no decision yet. */
  isTurnOpen: boolean;
  /** How often each request was made: the same one twice is answered twice. */
  readonly asked: Map<string, number>;
  open: OpenDispatch | undefined;
  /** What ended the loop, whatever the framework makes of the error. */
  failure: Error | undefined;
  /** Units of the transcript as the planner counted them for the request that is about to leave. */
  planned: number | undefined;
}

/** The message that carries the task. */
export const taskId = "task";

export function createAgentLoop(binding: AgentBinding, execution: RunExecution): AgentLoop {
  return {
    execution,
    binding,
    counter: transcriptCounterOf(execution.settings.contextBudget),
    transcript: createTranscript(),
    summaries: runSummaries(execution),
    summaryEvents: new Map(),
    iteration: 0,
    isTurnOpen: false,
    asked: new Map(),
    open: undefined,
    failure: undefined,
    planned: undefined,
  };
}

/** The messages that answer the calls of a dispatch, by call; found by their call ids, in order. */
export function answersOf(
  { answer, calls }: OpenDispatch,
  messages: readonly BaseMessage[],
): ReadonlyMap<OpenCall, ToolMessage> {
  const after = messages.slice(messages.findIndex(({ id }) => id === answer.id) + 1);
  const results = after.filter((message): message is ToolMessage => message.type === "tool");
  const taken = new Set<ToolMessage>();
  const found = new Map<OpenCall, ToolMessage>();
  for (const call of calls) {
    const result = results.find((message) => message.tool_call_id === call.callId && !taken.has(message));
    if (result === undefined) continue;
    taken.add(result);
    found.set(call, result);
  }
  return found;
}
