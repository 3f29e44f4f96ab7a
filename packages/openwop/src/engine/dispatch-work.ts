import type { JsonValue } from "@plimsoll/core";
import type { NewEvent, RunError } from "../log/run-event.ts";
import { openRunLog, type RunLog, type Stamps } from "../log/run-log.ts";
import type { HostStore, RunRecord } from "../store/host-store.ts";
import type { Recorder } from "./recorder.ts";
import { WorkflowFailure } from "./workflow-failure.ts";
import type { Dispatch, RunExecution, WorkOutcome } from "./workflow.ts";

interface Dispatcher {
  readonly store: HostStore;
  readonly stamps: Stamps;
  readonly parent: RunRecord;
  readonly recorder: Recorder;
}

/** The one node of a child run. */
const nodeId = "work";

/** Hands work to child runs of a run: each has a log of its own, and ends as the work does. */
export function dispatchWork(dispatcher: Dispatcher, signal: AbortSignal): RunExecution["dispatch"] {
  return async (work) => {
    const recalled = await dispatcher.recorder.recall("outcome", work.key);
    return recalled === undefined ? startChild(dispatcher, work, signal) : (recalled as WorkOutcome & JsonValue);
  };
}

async function startChild(dispatcher: Dispatcher, work: Dispatch, signal: AbortSignal): Promise<WorkOutcome> {
  const { store, stamps, parent } = dispatcher;
  const child: RunRecord = {
    runId: stamps.newId(),
    tenant: parent.tenant,
    workflowId: work.workerId,
    createdAt: stamps.now(),
    inputs: work.inputs,
    configurable: {},
    tags: [],
    metadata: {},
    parentRunId: parent.runId,
  };
  await store.createRun(child, { firstSequence: 0, events: [], documents: [] });
  const log = openRunLog(store, { runId: child.runId, length: 0 }, stamps);
  await log.append([
    { type: "run.started", payload: { workflowId: work.workerId } },
    { type: "node.started", nodeId, payload: { nodeId, typeId: "core.tool" } },
  ]);
  await work.onStarted(child.runId);
  return endOf(work, { log, childRunId: child.runId, signal });
}

interface Child {
  readonly log: RunLog;
  readonly childRunId: string;
  readonly signal: AbortSignal;
}

async function endOf({ act }: Dispatch, { log, childRunId, signal }: Child): Promise<WorkOutcome> {
  try {
    const value = await act(signal);
    const ended: readonly NewEvent[] = [
      { type: "node.completed", nodeId, payload: { nodeId } },
      { type: "run.completed", payload: { outputs: {} } },
    ];
    await log.append(ended, [{ kind: "result", key: "", value: { result: value } }]);
    return { status: "completed", childRunId, value };
  } catch (thrown) {
    await log.append(signal.aborted ? [{ type: "run.cancelled", payload: {} }] : failedWith(errorOf(thrown)));
    if (signal.aborted || !(thrown instanceof WorkflowFailure)) throw thrown;
    return { status: "failed", childRunId, error: thrown.error };
  }
}

function failedWith(error: RunError): readonly NewEvent[] {
  return [
    { type: "node.failed", nodeId, payload: { nodeId, error } },
    { type: "run.failed", payload: { error, failedNodeId: nodeId } },
  ];
}

function errorOf(thrown: unknown): RunError {
  if (thrown instanceof WorkflowFailure) return thrown.error;
  const name = thrown instanceof Error ? thrown.name : "a value that is no error";
  return { code: "worker_failed", message: `The worker failed with ${name}.` };
}
