import type { NewDocument } from "../engine/workflow.ts";
import type { HostStore } from "../store/host-store.ts";
import { endsRun, type NewEvent, type RunEvent } from "./run-event.ts";

/** Gives the time and names. Injected, so that tests can read them. */
export interface Stamps {
  /** ISO 8601, UTC. */
  readonly now: () => string;
  /** A name nobody had before. */
  readonly newId: () => string;
}

/** The one writer of a run's log in this process: batches are appended in the order they are given, each whole or not at all. */
export interface RunLog {
  /** `sequence` of the documents defaults to that of the first event, or of the next where there is none. */
  append(
    events: readonly NewEvent[],
    documents?: readonly NewDocument[],
    sequence?: number,
  ): Promise<readonly RunEvent[]>;
  /** Resolves once all that was given is written. */
  settled(): Promise<void>;
}

/** Another process writes this log; whoever sees this stops. */
export class LogTakenOver extends Error {
  constructor(runId: string) {
    super(`the log of run ${runId} was continued by another writer`);
    this.name = "LogTakenOver";
  }
}

/** The run has ended; nothing may follow. */
export class LogEnded extends Error {
  constructor(runId: string) {
    super(`the run ${runId} has ended`);
    this.name = "LogEnded";
  }
}

/** Continues the log of a run after the events it has. */
export function openRunLog(
  store: HostStore,
  run: { readonly runId: string; readonly length: number },
  stamps: Stamps,
): RunLog {
  let length = run.length;
  let hasEnded = false;
  let last: Promise<unknown> = Promise.resolve();
  const write = async (events: readonly NewEvent[], documents: readonly NewDocument[], sequence = length) => {
    if (hasEnded) throw new LogEnded(run.runId);
    const placed = placeEvents(events, { runId: run.runId, firstSequence: length, stamps });
    const batch = {
      firstSequence: length,
      events: placed,
      documents: documents.map(({ kind, key, value }) => ({ kind, key: keyOf(key, placed), value, sequence })),
    };
    if ((await store.append(run.runId, batch)) === "conflict") throw new LogTakenOver(run.runId);
    length += placed.length;
    hasEnded = placed.some(({ type }) => endsRun(type));
    return placed;
  };
  return {
    append(events, documents = [], sequence) {
      const written = last.then(() => write(events, documents, sequence));
      last = written.catch(() => undefined);
      return written;
    },
    settled: async () => void (await last),
  };
}

interface Place {
  readonly runId: string;
  readonly firstSequence: number;
  readonly stamps: Stamps;
}

/** Gives events their ids, times and sequences. */
export function placeEvents(events: readonly NewEvent[], { runId, firstSequence, stamps }: Place): RunEvent[] {
  const ids = events.map(() => stamps.newId());
  const timestamp = stamps.now();
  return events.map((event, index) => {
    const { type, payload, nodeId, causation } = event;
    const causationId = typeof causation === "number" ? ids[causation] : causation;
    return {
      eventId: ids[index],
      runId,
      type,
      payload,
      timestamp,
      sequence: firstSequence + index,
      ...(nodeId === undefined ? {} : { nodeId }),
      ...(causationId === undefined ? {} : { causationId }),
    } as RunEvent;
  });
}

function keyOf(key: string | number, placed: readonly RunEvent[]): string {
  if (typeof key === "string") return key;
  const event = placed[key];
  if (event === undefined) throw new RangeError(`a document belongs to event ${key} of a batch of ${placed.length}`);
  return event.eventId;
}
