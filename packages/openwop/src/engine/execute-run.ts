import { LogEnded, LogTakenOver } from "../log/run-log.ts";
import type { NewEvent, RunError } from "../log/run-event.ts";
import type { RunRecord } from "../store/host-store.ts";
import type { Recorder } from "./recorder.ts";
import { ReplaySourceMissing } from "./replay-source-missing.ts";
import { WorkflowFailure } from "./workflow-failure.ts";
import type { ChildRuns, HostSettings, NewDocument, RunExecution, Workflow, WorkflowResult } from "./workflow.ts";

/** A run while it runs. */
export interface LiveRun {
  /** Records the wish, then aborts what runs. */
  cancel(reason: string | undefined): Promise<void>;
  /** Aborts what runs and records nothing more: the host closes. */
  stop(): void;
  /** Resolves when the run writes nothing any more; never rejects. */
  readonly ended: Promise<void>;
}

export interface Execution {
  readonly run: RunRecord;
  readonly workflow: Workflow;
  readonly recorder: Recorder;
  readonly settings: HostSettings;
  readonly children: (signal: AbortSignal) => ChildRuns;
  /** Told of what a workflow threw that is none of its own failures, and of a store that failed. */
  readonly onError: (error: unknown) => void;
}

/** Runs a workflow from the start, and records how it ends. */
export function executeRun(execution: Execution): LiveRun {
  const { run, workflow, recorder, onError } = execution;
  const aborter = new AbortController();
  let cancelled: { readonly reason: string | undefined } | undefined;
  const ending = async (): Promise<void> => {
    await recorder.record([{ type: "run.started", payload: { workflowId: run.workflowId } }]);
    const end = await workflow.run(contextOf(execution, aborter.signal)).then(completed, (error: unknown) => {
      if (!isExpected(error) && !aborter.signal.aborted) onError(error);
      return failed(error);
    });
    if (cancelled !== undefined) await recorder.append([cancelledBy(cancelled.reason)]);
    else if (aborter.signal.aborted || (await recorder.endAsSource())) return;
    else await recorder.record(end.events, end.documents);
  };
  return {
    async cancel(reason) {
      if (cancelled !== undefined) return;
      cancelled = { reason };
      const payload = reason === undefined ? {} : { reason };
      await recorder.append([{ type: "plimsoll.cancel_requested", payload }]).catch(ignoreEnded);
      aborter.abort();
    },
    stop: () => aborter.abort(),
    ended: ending().catch((error: unknown) => void (isOver(error) || onError(error))),
  };
}

function contextOf({ run, recorder, settings, children }: Execution, signal: AbortSignal): RunExecution {
  const { record, recall } = recorder;
  return {
    run,
    settings: settingsOf(run, settings),
    signal,
    record,
    recall,
    async perform({ key, act }) {
      const recalled = await recall("outcome", key);
      const value = recalled ?? (await act(signal));
      await record([], [{ kind: "outcome", key, value }]);
      return value;
    },
    children: children(signal),
  };
}

/** A run may ask for fewer turns than the host allows (`configurable.recursionLimit`), never for more. */
function settingsOf({ configurable }: RunRecord, settings: HostSettings): HostSettings {
  const { recursionLimit } = configurable;
  if (typeof recursionLimit !== "number") return settings;
  return { ...settings, maxLoopIterations: Math.min(settings.maxLoopIterations, recursionLimit) };
}

interface RunEnd {
  readonly events: readonly NewEvent[];
  readonly documents: readonly NewDocument[];
}

function completed({ outputs, variables }: WorkflowResult): RunEnd {
  return {
    events: [{ type: "run.completed", payload: { outputs } }],
    documents: [{ kind: "result", key: "", value: variables }],
  };
}

/** Of foreign errors only the name is told: their messages may hold content. */
function failed(error: unknown): RunEnd {
  const { error: told, nodeId } =
    error instanceof WorkflowFailure ? error : { error: errorOf(error), nodeId: undefined };
  const payload = nodeId === undefined ? { error: told } : { error: told, failedNodeId: nodeId };
  return { events: [{ type: "run.failed", payload }], documents: [] };
}

function errorOf(error: unknown): RunError {
  if (error instanceof ReplaySourceMissing)
    return { code: error.code, message: `A replay makes nothing anew, and ${error.message}.` };
  const name = error instanceof Error ? error.name : "a value that is no error";
  return { code: "internal_error", message: `The workflow failed with ${name}.` };
}

/** What a run may end with, without anything being wrong with the host. */
function isExpected(error: unknown): boolean {
  return error instanceof WorkflowFailure || error instanceof ReplaySourceMissing;
}

function cancelledBy(reason: string | undefined): NewEvent {
  return { type: "run.cancelled", payload: reason === undefined ? {} : { reason } };
}

/** A log that has ended, or has another writer, needs nothing more from us. */
function isOver(error: unknown): boolean {
  return error instanceof LogEnded || error instanceof LogTakenOver;
}

function ignoreEnded(error: unknown): void {
  if (!isOver(error)) throw error;
}
