import { endsRun, type RunEvent } from "../log/run-event.ts";
import type { HostStore, RunBatch, RunDocument, RunPage, RunRecord } from "../store/host-store.ts";
import { createWaiters } from "../store/waiters.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { createSqliteClaims } from "./sqlite-claims.ts";
import { createSqliteDocuments } from "./sqlite-documents.ts";

export interface SqliteHostStoreOptions {
  /** The database file; made where there is none, in a folder that exists. */
  readonly path: string;
}

/** How often a wait looks for what other processes wrote, in milliseconds; writes of this process are seen at once. */
const lookEvery = 200;

/**
 * A host store in one SQLite file, on the `libsql` package: the embedded default. What `append` and `createRun` have
 * returned from is on disk, whole; a crash between any two writes loses neither of them.
 *
 * @throws PlimsollError `invalid_options` where `libsql` is missing, or the file cannot be opened or is none of ours.
 */
export async function createSqliteHostStore({ path }: SqliteHostStoreOptions): Promise<HostStore> {
  const database = await openDatabase(path);
  const waiters = createWaiters();
  const logs = createSqliteLogs(database);
  return {
    ...createSqliteRuns(database),
    ...createSqliteDocuments(database),
    ...createSqliteClaims(database),
    createRun: async (run, first) => logs.create.immediate(run, first),
    async append(runId, batch) {
      const result = logs.append.immediate(runId, batch);
      if (result === "appended") waiters.wake(runId);
      return result;
    },
    readEvents: async (runId, after) => logs.read(runId, after),
    async waitForEvents(runId, after, until) {
      const look = setInterval(() => waiters.wake(runId), lookEvery);
      await waiters.wait(runId, () => logs.length(runId) > after + 1, until).finally(() => clearInterval(look));
    },
    async close() {
      waiters.close();
      if (database.open) database.close();
    },
  };
}

function createSqliteRuns(database: Database): Pick<HostStore, "readRun" | "listRuns" | "unfinishedRuns"> {
  const find = database.prepare("SELECT record FROM runs WHERE run_id = ?");
  const page = database.prepare("SELECT record FROM runs WHERE tenant = ? AND place <= ? ORDER BY place DESC LIMIT ?");
  const place = database.prepare("SELECT place FROM runs WHERE run_id = ? AND tenant = ?");
  const unfinished = database.prepare("SELECT record FROM runs WHERE ended = 0 ORDER BY place");
  return {
    readRun: async (runId) => recordsOf([find.get(runId)].filter((row) => row !== undefined))[0],
    async listRuns(tenant, { limit, cursor }): Promise<RunPage | undefined> {
      const start = cursor === undefined ? { place: Number.MAX_SAFE_INTEGER } : place.get(cursor, tenant);
      if (start === undefined) return undefined;
      const runs = recordsOf(page.all(tenant, (start as { readonly place: number }).place, limit + 1));
      return { runs: runs.slice(0, limit), next: runs[limit]?.runId };
    },
    unfinishedRuns: async () => recordsOf(unfinished.all()),
  };
}

function createSqliteLogs(database: Database) {
  const count = database.prepare("SELECT COALESCE(MAX(sequence), -1) + 1 AS length FROM events WHERE run_id = ?");
  const exists = database.prepare("SELECT 1 FROM runs WHERE run_id = ?");
  const putRun = database.prepare("INSERT INTO runs (run_id, tenant, record) VALUES (?, ?, ?)");
  const putEvent = database.prepare("INSERT INTO events (run_id, sequence, event) VALUES (?, ?, ?)");
  const putDocument = database.prepare(
    "INSERT INTO documents (run_id, kind, key, sequence, value) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const end = database.prepare("UPDATE runs SET ended = 1 WHERE run_id = ?");
  const after = database.prepare("SELECT event FROM events WHERE run_id = ? AND sequence > ? ORDER BY sequence");
  const length = (runId: string) => (count.get(runId) as { readonly length: number }).length;
  const write = (runId: string, { events, documents }: RunBatch) => {
    for (const event of events) putEvent.run(runId, event.sequence, JSON.stringify(event));
    for (const document of documents) putDocument.run(runId, ...columnsOf(document));
    if (events.some(({ type }) => endsRun(type))) end.run(runId);
  };
  return {
    length,
    read: (runId: string, sequence: number) =>
      after.all(runId, sequence).map((row) => JSON.parse((row as { readonly event: string }).event) as RunEvent),
    create: database.transaction((run: RunRecord, first: RunBatch) => {
      putRun.run(run.runId, run.tenant, JSON.stringify(run));
      write(run.runId, first);
    }),
    append: database.transaction((runId: string, batch: RunBatch): "appended" | "conflict" => {
      if (exists.get(runId) === undefined || length(runId) !== batch.firstSequence) return "conflict";
      write(runId, batch);
      return "appended";
    }),
  };
}

function columnsOf({ kind, key, sequence, value }: RunDocument): readonly [string, string, number, string] {
  return [kind, key, sequence, JSON.stringify(value)];
}

function recordsOf(rows: readonly unknown[]): readonly RunRecord[] {
  return rows.map((row) => JSON.parse((row as { readonly record: string }).record) as RunRecord);
}
