import { LogEnded, LogTakenOver, type RunLog } from "../log/run-log.ts";
import type { NewEvent, RunError } from "../log/run-event.ts";
import type { HostStore, RunRecord } from "../store/host-store.ts";
import { WorkflowFailure } from "./workflow-failure.ts";
import type { RunExecution, Workflow, WorkflowResult } from "./workflow.ts";

/** A run while it runs. */
export interface LiveRun {
  /** Records the wish, then aborts what runs. */
  cancel(reason: string | undefined): Promise<void>;
  /** Aborts what runs and records nothing: the host closes. */
  stop(): void;
  /** Resolves when the run writes nothing any more; never rejects. */
  readonly ended: Promise<void>;
}

interface Execution {
  readonly run: RunRecord;
  readonly workflow: Workflow;
  readonly log: RunLog;
  readonly store: HostStore;
}

/** Runs a workflow from the start, and records how it ends. */
export function executeRun(execution: Execution): LiveRun {
  const { run, workflow, log } = execution;
  const aborter = new AbortController();
  let cancelled: { readonly reason: string | undefined } | undefined;
  const ending = async (): Promise<void> => {
    const context = contextOf(execution, aborter.signal);
    await log.append([{ type: "run.started", payload: { workflowId: run.workflowId } }]);
    const end = await workflow.run(context).then(completed, failed);
    if (cancelled !== undefined) await log.append([cancelledBy(cancelled.reason)]);
    else if (!aborter.signal.aborted) await log.append(end.events, end.documents);
  };
  return {
    async cancel(reason) {
      if (cancelled !== undefined) return;
      cancelled = { reason };
      const payload = reason === undefined ? {} : { reason };
      await log.append([{ type: "plimsoll.cancel_requested", payload }]).catch(ignoreEnded);
      aborter.abort();
    },
    stop: () => aborter.abort(),
    ended: ending().catch(ignoreEnded),
  };
}

function contextOf({ run, log, store }: Execution, signal: AbortSignal): RunExecution {
  const occurrences = new Map<string, number>();
  return {
    run,
    signal,
    record: (events, documents) => log.append(events, documents),
    async perform({ nodeId, act }) {
      const occurrence = (occurrences.get(nodeId) ?? 0) + 1;
      occurrences.set(nodeId, occurrence);
      const value = await act(signal);
      await log.append([], [{ kind: "outcome", key: `${nodeId}#${occurrence}`, value }]);
      return value;
    },
    read: async (kind, key) => (await store.readDocument(run.runId, kind, key))?.value,
  };
}

interface RunEnd {
  readonly events: readonly NewEvent[];
  readonly documents: Parameters<RunLog["append"]>[1];
}

function completed({ outputs, variables }: WorkflowResult): RunEnd {
  return {
    events: [{ type: "run.completed", payload: { outputs } }],
    documents: [{ kind: "result", key: "", value: variables }],
  };
}

/** What the error says stays here: messages of foreign errors may hold content. */
function failed(error: unknown): RunEnd {
  const isOurs = error instanceof WorkflowFailure;
  const told: RunError = isOurs
    ? error.error
    : {
        code: "internal_error",
        message: `the workflow failed with ${error instanceof Error ? error.name : "an error"}`,
      };
  const failedNodeId = isOurs ? error.nodeId : undefined;
  const payload = failedNodeId === undefined ? { error: told } : { error: told, failedNodeId };
  return { events: [{ type: "run.failed", payload }], documents: [] };
}

function cancelledBy(reason: string | undefined): NewEvent {
  return { type: "run.cancelled", payload: reason === undefined ? {} : { reason } };
}

/** A log that has ended, or has another writer, needs nothing more from us. */
function ignoreEnded(error: unknown): void {
  if (error instanceof LogEnded || error instanceof LogTakenOver) return;
  throw error;
}
