import { type RunState, pendingRun, stateAfter } from "../log/run-state.ts";
import type { HostStore, RunRecord } from "../store/host-store.ts";

/** Runs whose state is kept between requests; those asked for longest ago are forgotten, and read again when asked for. */
const maxKept = 1_000;

/** Reads what logs say, going on from where it was last time. */
export interface RunProjection {
  stateOf(runId: string): Promise<RunState>;
  /** What `GET /v1/runs/{runId}` serves. */
  snapshotOf(run: RunRecord): Promise<Readonly<Record<string, unknown>>>;
}

export function createRunProjection(store: HostStore): RunProjection {
  const kept = new Map<string, RunState>();
  const stateOf = async (runId: string) => {
    const before = kept.get(runId) ?? pendingRun;
    const state = stateAfter(await store.readEvents(runId, before.lastSequence), before);
    kept.delete(runId);
    kept.set(runId, state);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return state;
  };
  return {
    stateOf,
    async snapshotOf(run) {
      const state = await stateOf(run.runId);
      const result = state.status === "completed" ? await store.readDocument(run.runId, "result", "") : undefined;
      return snapshot(run, state, result?.value);
    },
  };
}

function snapshot(run: RunRecord, state: RunState, variables: unknown): Readonly<Record<string, unknown>> {
  const { status, startedAt, completedAt, nodeStates, error, runOrchestrator } = state;
  const { runId, workflowId, createdAt, configurable, tags, metadata, fork, parentRunId } = run;
  const members = {
    runId,
    workflowId,
    status,
    createdAt,
    startedAt,
    completedAt,
    nodeStates,
    variables,
    error,
    runOrchestrator,
    configurable,
    tags,
    metadata,
    ...fork,
    parentRunId,
    lastSequence: state.lastSequence,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Changes with every event of the run's log (RFC 0115). */
export function runEtag(snapshotBody: Readonly<Record<string, unknown>>): string {
  return `"${String(snapshotBody["runId"])}.${String(snapshotBody["lastSequence"])}"`;
}
