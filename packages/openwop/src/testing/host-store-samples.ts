import type { RunEvent } from "../log/run-event.ts";
import type { IdempotencyClaim, RunBatch, RunDocument, RunRecord } from "../store/host-store.ts";

/** A run as a host would create it. */
export function sampleRun(runId: string, overrides: Partial<RunRecord> = {}): RunRecord {
  return {
    runId,
    tenant: "tenant-a",
    workflowId: "workflow",
    createdAt: "2026-01-01T00:00:00.000Z",
    inputs: { task: "a task" },
    configurable: {},
    tags: ["a tag"],
    metadata: { from: "a test" },
    ...overrides,
  };
}

/** `count` events of a run from a sequence on; the types follow the course of a run, without its end. */
export function sampleEvents(runId: string, firstSequence: number, count: number): RunEvent[] {
  return Array.from({ length: count }, (_, index): RunEvent => {
    const sequence = firstSequence + index;
    const common = { eventId: `${runId}-event-${sequence}`, runId, sequence, timestamp: "2026-01-01T00:00:00.000Z" };
    return sequence === 0
      ? { ...common, type: "run.started", payload: { workflowId: "workflow" } }
      : { ...common, type: "node.started", payload: { nodeId: "node", typeId: "core.noop" }, nodeId: "node" };
  });
}

/** The event that ends a run. */
export function lastEvent(runId: string, sequence: number): RunEvent {
  const timestamp = "2026-01-01T00:00:01.000Z";
  return { eventId: `${runId}-end`, runId, sequence, timestamp, type: "run.completed", payload: { outputs: {} } };
}

/** An artifact unless told otherwise. */
export function sampleDocument(key: string, overrides: Partial<RunDocument> = {}): RunDocument {
  return { kind: "artifact", key, value: { text: `text of ${key}` }, sequence: 0, ...overrides };
}

export function batchOf(events: readonly RunEvent[], documents: readonly RunDocument[] = []): RunBatch {
  return { firstSequence: events[0]?.sequence ?? 0, events, documents };
}

export const emptyBatch: RunBatch = { firstSequence: 0, events: [], documents: [] };

/** A claim at time 1,000 that may be worked on until 2,000. */
export function sampleClaim(overrides: Partial<IdempotencyClaim> = {}): IdempotencyClaim {
  return { scope: "tenant-a create", key: "key", digest: "digest", now: 1_000, leaseUntil: 2_000, ...overrides };
}
