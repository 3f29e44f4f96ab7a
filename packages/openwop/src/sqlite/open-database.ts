import { PlimsollError } from "@plimsoll/core";
import type Libsql from "libsql";

export type Database = Libsql.Database;

/** Of the tables; a file of another version is refused, never guessed at. */
const schemaVersion = 1;

/** Writers wait for each other; what is written is on disk, not in a cache of the system. */
const pragmas = ["busy_timeout = 5000", "journal_mode = WAL", "synchronous = FULL"];

const schema = `
CREATE TABLE runs (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id TEXT NOT NULL UNIQUE,
  tenant TEXT NOT NULL,
  record TEXT NOT NULL,
  ended INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX runs_of_tenant ON runs (tenant, place);
CREATE INDEX runs_unfinished ON runs (place) WHERE ended = 0;
CREATE TABLE events (
  run_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  event TEXT NOT NULL,
  PRIMARY KEY (run_id, sequence)
) WITHOUT ROWID;
CREATE TABLE documents (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (run_id, kind, key)
);
CREATE TABLE claims (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  claim TEXT NOT NULL,
  over_at INTEGER NOT NULL,
  response TEXT,
  PRIMARY KEY (scope, key)
) WITHOUT ROWID;
PRAGMA user_version = ${schemaVersion};
`;

/**
 * Opens the file, and makes it where there is none. A write is on disk when it returns (`synchronous = FULL`); several
 * processes may have the file open, and wait up to five seconds for each other.
 *
 * @throws PlimsollError `invalid_options` where `libsql` is not installed, or the file is none of ours.
 */
export async function openDatabase(path: string): Promise<Database> {
  const { default: Database } = await import("libsql").catch((cause: unknown) => {
    throw new PlimsollError(
      "invalid_options",
      'createSqliteHostStore needs the package "libsql", which could not be loaded; install it beside @plimsoll/openwop.',
      { cause },
    );
  });
  const database = openFile(() => new Database(path), path);
  migrate(database, path);
  return database;
}

function openFile<T>(open: () => T, path: string): T {
  try {
    return open();
  } catch (cause) {
    throw new PlimsollError(
      "invalid_options",
      `createSqliteHostStore: path is ${path}, which cannot be opened; its folder must exist and be writable.`,
      { cause },
    );
  }
}

/** In one transaction, so that two processes that start at once make the tables once. */
function migrate(database: Database, path: string): void {
  const make = database.transaction(() => {
    const version = versionOf(database);
    if (version === 0 && isEmpty(database)) database.exec(schema);
    else if (version !== schemaVersion) throw foreignFile(path, version);
  });
  try {
    for (const pragma of pragmas) database.exec(`PRAGMA ${pragma}`);
    make.immediate();
  } catch (error) {
    database.close();
    throw error instanceof PlimsollError ? error : foreignFile(path, undefined, error);
  }
}

function versionOf(database: Database): number {
  const row = database.prepare("PRAGMA user_version").get() as { readonly user_version: number };
  return row.user_version;
}

function isEmpty(database: Database): boolean {
  return database.prepare("SELECT name FROM sqlite_master LIMIT 1").get() === undefined;
}

function foreignFile(path: string, version: number | undefined, cause?: unknown): PlimsollError {
  const found = version === undefined ? "is no SQLite database" : `holds tables of version ${version}`;
  return new PlimsollError(
    "invalid_options",
    `createSqliteHostStore: the file ${path} ${found}, and this release writes version ${schemaVersion}; use another path, or the release that wrote it.`,
    cause === undefined ? {} : { cause },
  );
}
