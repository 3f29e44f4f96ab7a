import { endsRun, type RunEvent } from "../log/run-event.ts";
import { frozenCopy } from "./frozen-copy.ts";
import type { DocumentKind, HostStore, RunBatch, RunDocument, RunRecord } from "./host-store.ts";
import { createMemoryClaims } from "./memory-claims.ts";
import { pageOf } from "./page-of.ts";
import { createWaiters } from "./waiters.ts";

interface StoredRun {
  readonly record: RunRecord;
  readonly events: RunEvent[];
  readonly documents: Map<string, RunDocument>;
}

/** A host store in this process's memory: for tests and short-lived hosts. Everything is gone with the process. */
export function createMemoryHostStore(): HostStore {
  const runs = new Map<string, StoredRun>();
  const waiters = createWaiters();
  const lengthOf = (runId: string) => runs.get(runId)?.events.length ?? 0;
  return {
    async createRun(record, first) {
      if (runs.has(record.runId)) throw new Error(`the run ${record.runId} exists`);
      const run: StoredRun = { record: frozenCopy(record), events: [], documents: new Map() };
      add(run, first);
      runs.set(record.runId, run);
    },
    readRun: async (runId) => runs.get(runId)?.record,
    async listRuns(tenant, page) {
      const own = [...runs.values()].map(({ record }) => record).filter((record) => record.tenant === tenant);
      return pageOf(own.reverse(), page);
    },
    async unfinishedRuns() {
      return [...runs.values()].filter(isUnfinished).map(({ record }) => record);
    },
    async append(runId, batch) {
      const run = runs.get(runId);
      if (run === undefined || run.events.length !== batch.firstSequence) return "conflict";
      add(run, batch);
      waiters.wake(runId);
      return "appended";
    },
    readEvents: async (runId, after) => runs.get(runId)?.events.slice(after + 1) ?? [],
    waitForEvents: (runId, after, until) => waiters.wait(runId, () => lengthOf(runId) > after + 1, until),
    readDocument: async (runId, kind, key) => runs.get(runId)?.documents.get(nameOf(kind, key)),
    async listDocuments(runId, kind) {
      return [...(runs.get(runId)?.documents.values() ?? [])].filter((document) => document.kind === kind);
    },
    deleteArtifact: async (runId, id) => runs.get(runId)?.documents.delete(nameOf("artifact", id)) ?? false,
    ...createMemoryClaims(),
    close: async () => waiters.close(),
  };
}

/** A document that is there stays as it is. */
function add(run: StoredRun, { events, documents }: RunBatch): void {
  run.events.push(...events.map(frozenCopy));
  for (const document of documents) {
    const name = nameOf(document.kind, document.key);
    if (!run.documents.has(name)) run.documents.set(name, frozenCopy(document));
  }
}

function isUnfinished({ events }: StoredRun): boolean {
  const last = events.at(-1);
  return last === undefined || !endsRun(last.type);
}

function nameOf(kind: DocumentKind, key: string): string {
  return `${kind} ${key}`;
}
