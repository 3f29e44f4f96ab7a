import type { ForkRefusal, ForkRequest } from "../engine/run-engine.ts";
import type { Recorder } from "../engine/recorder.ts";
import type { Workflow } from "../engine/workflow.ts";
import type { JsonObject } from "../log/json.ts";
import { endsRun, type RunEvent } from "../log/run-event.ts";
import { openRunLog, type Stamps } from "../log/run-log.ts";
import type { HostStore, RunDocument, RunRecord } from "../store/host-store.ts";
import { replayRecorder } from "./replay-recorder.ts";
import { unavailableSummaries } from "./unavailable-summaries.ts";

interface ForkHost {
  readonly store: HostStore;
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly stamps: Stamps;
}

type Forked = { readonly run: RunRecord; readonly workflow: Workflow; readonly recorder: Recorder };

/** Creates a fork whose log begins with the events before its point. Everything is checked before anything is created. */
export async function forkRun(
  host: ForkHost,
  request: ForkRequest,
): Promise<Forked | { readonly refused: ForkRefusal }> {
  const { store, workflows, stamps } = host;
  const { source, mode, fromSeq } = request;
  const log = await store.readEvents(source.runId, -1);
  const workflow = workflows.get(source.workflowId);
  const refused = checkPoint(request, { workflow, log });
  if (refused !== undefined || workflow === undefined) return { refused: refused ?? notSupported(source) };
  const missing = await unavailableSummaries(store, source.runId, log);
  if (missing.length > 0) return { refused: unavailable(fromSeq, missing) };
  const run = recordOf(request, stamps);
  const copied = copiesOf(log.slice(0, fromSeq), run, stamps);
  const artifacts = await artifactsBefore(store, source.runId, fromSeq);
  await store.createRun(run, { firstSequence: 0, events: copied, documents: artifacts });
  const forkLog = openRunLog(store, { runId: run.runId, length: copied.length }, stamps);
  const recorder = replayRecorder({
    store,
    mode,
    fromSeq,
    source: log,
    sourceRunId: source.runId,
    copied,
    log: forkLog,
  });
  return { run, workflow, recorder };
}

interface Source {
  readonly workflow: Workflow | undefined;
  readonly log: readonly RunEvent[];
}

function checkPoint({ source, fromSeq }: ForkRequest, { workflow, log }: Source): ForkRefusal | undefined {
  if (workflow === undefined || !workflow.replayable) return notSupported(source);
  const last = log.at(-1);
  if (last === undefined || !endsRun(last.type)) return notEnded(source);
  if (fromSeq < log.length) return undefined;
  return {
    code: "fork_point_invalid",
    message: `fromSeq is ${fromSeq}, and the log ends at ${last.sequence}; use 0 to ${last.sequence}.`,
    details: { fromSeq, lastSequence: last.sequence },
  };
}

function notSupported({ workflowId }: RunRecord): ForkRefusal {
  const message = `The workflow ${workflowId} cannot be run again from its log; only bound agents and fixtures can.`;
  return { code: "fork_not_supported", message, details: { workflowId } };
}

function notEnded({ runId }: RunRecord): ForkRefusal {
  return { code: "run_state_conflict", message: "The run has not ended; fork it when it has.", details: { runId } };
}

function unavailable(fromSeq: number, summaryRefs: readonly string[]): ForkRefusal {
  return {
    code: "replay_context_summary_unavailable",
    message: `${summaryRefs.length} recorded summaries cannot be read as they were written, and none is made anew; the run cannot be replayed.`,
    details: { fromSeq, summaryRefs },
  };
}

function recordOf({ source, mode, fromSeq, overlay }: ForkRequest, stamps: Stamps): RunRecord {
  const { parentRunId: _parent, fork: _fork, ...same } = source;
  return {
    ...same,
    runId: stamps.newId(),
    createdAt: stamps.now(),
    configurable: { ...source.configurable, ...overlay.configurable },
    tags: overlay.tags ?? source.tags,
    metadata: { ...source.metadata, ...overlay.metadata } as JsonObject,
    fork: { sourceRunId: source.runId, fromSeq, mode },
  };
}

/** The same events under ids of the fork. Their times are when they happened; their causes are the copies. */
function copiesOf(events: readonly RunEvent[], { runId }: RunRecord, stamps: Stamps): readonly RunEvent[] {
  const idOf = new Map(events.map(({ eventId }) => [eventId, stamps.newId()]));
  const copyOf = (id: string) => idOf.get(id) ?? id;
  return events.map((event) => {
    const { eventId, causationId } = event;
    const copy = { ...event, eventId: copyOf(eventId), runId };
    return causationId === undefined ? copy : { ...copy, causationId: copyOf(causationId) };
  });
}

/** A fork reads its summaries under its own name from the first moment on. */
async function artifactsBefore(store: HostStore, runId: string, fromSeq: number): Promise<readonly RunDocument[]> {
  return (await store.listDocuments(runId, "artifact")).filter(({ sequence }) => sequence < fromSeq);
}
