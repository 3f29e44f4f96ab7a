import type { RunEvent } from "../log/run-event.ts";
import { pageOf } from "./page-of.ts";
import type {
  ClaimResult,
  DocumentKind,
  HostStore,
  IdempotencyClaim,
  RunBatch,
  RunDocument,
  RunRecord,
  StoredResponse,
} from "./host-store.ts";
import { createWaiters } from "./waiters.ts";

interface StoredRun {
  readonly record: RunRecord;
  readonly events: RunEvent[];
  readonly documents: Map<string, RunDocument>;
}

interface Claim {
  readonly digest: string;
  leaseUntil: number;
  response?: StoredResponse;
}

/** A host store in this process's memory: for tests and short-lived hosts. Everything is gone with the process. */
export function createMemoryHostStore(): HostStore {
  const runs = new Map<string, StoredRun>();
  const waiters = createWaiters();
  return {
    async createRun(record, first) {
      if (runs.has(record.runId)) throw new Error(`the run ${record.runId} exists`);
      const run: StoredRun = { record: structuredClone(record), events: [], documents: new Map() };
      add(run, first);
      runs.set(record.runId, run);
    },
    readRun: async (runId) => runs.get(runId)?.record,
    async listRuns(tenant, page) {
      const own = [...runs.values()].map(({ record }) => record).filter((record) => record.tenant === tenant);
      return pageOf(own.reverse(), page);
    },
    async append(runId, batch) {
      const run = runs.get(runId);
      if (run === undefined || run.events.length !== batch.firstSequence) return "conflict";
      add(run, batch);
      waiters.wake(runId);
      return "appended";
    },
    readEvents: async (runId, after) => runs.get(runId)?.events.slice(after + 1) ?? [],
    async waitForEvents(runId, after, until) {
      await waiters.wait(runId, () => (runs.get(runId)?.events.length ?? 0) > after + 1, until);
    },
    readDocument: async (runId, kind, key) => runs.get(runId)?.documents.get(nameOf(kind, key)),
    async listDocuments(runId, kind) {
      return [...(runs.get(runId)?.documents.values() ?? [])].filter((document) => document.kind === kind);
    },
    deleteArtifact: async (runId, artifactId) =>
      runs.get(runId)?.documents.delete(nameOf("artifact", artifactId)) ?? false,
    ...createMemoryClaims(),
    close: async () => waiters.close(),
  };
}

/** Copies, so that nobody changes what is stored. A document that is there stays as it is. */
function add(run: StoredRun, { events, documents }: RunBatch): void {
  run.events.push(...structuredClone([...events]));
  for (const document of documents) {
    const name = nameOf(document.kind, document.key);
    if (!run.documents.has(name)) run.documents.set(name, structuredClone(document));
  }
}

function nameOf(kind: DocumentKind, key: string): string {
  return `${kind} ${key}`;
}

function createMemoryClaims(): Pick<HostStore, "claim" | "settle" | "release"> {
  const claims = new Map<string, Claim>();
  return {
    async claim(asked): Promise<ClaimResult> {
      const name = claimName(asked);
      const found = claims.get(name);
      const result = found === undefined ? undefined : resultOf(found, asked);
      if (result !== undefined) return result;
      claims.set(name, { digest: asked.digest, leaseUntil: asked.leaseUntil });
      return { kind: "claimed" };
    },
    async settle(settled, response) {
      const claim = claims.get(claimName(settled));
      if (claim !== undefined) claim.response = structuredClone(response);
    },
    async release(released) {
      claims.delete(claimName(released));
    },
  };
}

/** Undefined where the claim is over and may be taken. */
function resultOf(found: Claim, asked: IdempotencyClaim): ClaimResult | undefined {
  const until = found.response?.keepUntil ?? found.leaseUntil;
  if (until <= asked.now) return undefined;
  if (found.digest !== asked.digest) return { kind: "mismatch" };
  return found.response === undefined ? { kind: "in-flight" } : { kind: "answered", response: found.response };
}

function claimName({ scope, key }: Pick<IdempotencyClaim, "scope" | "key">): string {
  return JSON.stringify([scope, key]);
}
