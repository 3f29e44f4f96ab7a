import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { PlimsollError } from "@plimsoll/core";
import * as z from "zod";
import { cellOf, ledgerName, type SaverCell, slotOf } from "./saver-cell.ts";

/** Removes the record of this name, and its entry in the list of its thread, from a saver. */
export type RecordEraser = (scope: string, artifactId: string) => Promise<void>;

/** What is removed: a cell with everything in it, and one slot of the list. */
interface Erased {
  readonly cell: SaverCell;
  readonly list: SaverCell;
  readonly slot: string;
}

/**
 * The way to remove a record from a saver: no saver has a method for less than a whole thread, so it is done where each
 * of the official ones keeps it.
 *
 * @throws PlimsollError `invalid_options` for a saver with no known way.
 */
export function eraserOf(saver: BaseCheckpointSaver): RecordEraser {
  const erase = inMemory(saver) ?? inSqlite(saver) ?? inPostgres(saver);
  if (erase === undefined) throw unknownSaver(saver);
  return async (scope, artifactId) => {
    const [cell, list] = [cellOf(scope, artifactId), cellOf(scope, ledgerName)];
    await erase({ cell, list, slot: slotOf(artifactId) });
  };
}

type Erase = (erased: Erased) => Promise<void>;

const record = z.custom<Record<string, Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
const method = z.custom<(...parameters: readonly unknown[]) => unknown>((value) => typeof value === "function");

function inMemory(saver: BaseCheckpointSaver): Erase | undefined {
  const parsed = z.object({ storage: record, writes: record }).safeParse(membersOf(saver, ["storage", "writes"]));
  if (!parsed.success) return undefined;
  const { storage, writes } = parsed.data;
  const keyOf = (at: SaverCell): string => JSON.stringify([at.thread_id, at.checkpoint_ns, at.checkpoint_id]);
  return async ({ cell, list, slot }) => {
    const listed = writes[keyOf(list)] ?? {};
    for (const key of Object.keys(listed)) if (key.startsWith(`${slot},`)) delete listed[key];
    delete writes[keyOf(cell)];
    delete storage[cell.thread_id]?.[cell.checkpoint_ns];
  };
}

interface SqliteDatabase {
  prepare(sql: string): { run(...values: readonly string[]): unknown };
  transaction(body: () => void): () => void;
}

function inSqlite(saver: BaseCheckpointSaver): Erase | undefined {
  const { db } = membersOf(saver, ["db"]);
  if (!z.object({ prepare: method, transaction: method }).safeParse(membersOf(db, ["prepare", "transaction"])).success)
    return undefined;
  const database = db as SqliteDatabase;
  return async ({ cell, list, slot }) => {
    const where = "WHERE thread_id = ? AND checkpoint_ns = ?";
    database.transaction(() => {
      database.prepare(`DELETE FROM writes ${where} AND task_id = ?`).run(list.thread_id, list.checkpoint_ns, slot);
      database.prepare(`DELETE FROM writes ${where}`).run(cell.thread_id, cell.checkpoint_ns);
      database.prepare(`DELETE FROM checkpoints ${where}`).run(cell.thread_id, cell.checkpoint_ns);
    })();
  };
}

interface PostgresPool {
  query(sql: string, values: readonly string[]): Promise<unknown>;
}

/** The list first: a removal that breaks off leaves a record that is not listed, as a write that breaks off does. */
function inPostgres(saver: BaseCheckpointSaver): Erase | undefined {
  const { pool, options } = membersOf(saver, ["pool", "options"]);
  const { schema } = membersOf(options, ["schema"]);
  if (!method.safeParse(membersOf(pool, ["query"]).query).success || typeof schema !== "string") return undefined;
  const database = pool as PostgresPool;
  const table = (name: string): string => `"${schema.replaceAll('"', '""')}"."${name}"`;
  const where = "WHERE thread_id = $1 AND checkpoint_ns = $2";
  return async ({ cell, list, slot }) => {
    const values = [cell.thread_id, cell.checkpoint_ns];
    await database.query(`DELETE FROM ${table("checkpoint_writes")} ${where} AND task_id = $3`, [
      list.thread_id,
      list.checkpoint_ns,
      slot,
    ]);
    await database.query(`DELETE FROM ${table("checkpoint_writes")} ${where}`, values);
    await database.query(`DELETE FROM ${table("checkpoints")} ${where}`, values);
  };
}

function membersOf<K extends string>(value: unknown, keys: readonly K[]): Record<K, unknown> {
  const members = keys.map((key) => [
    key,
    typeof value === "object" && value !== null ? (Reflect.get(value, key) as unknown) : undefined,
  ]);
  return Object.fromEntries(members) as Record<K, unknown>;
}

function unknownSaver(saver: BaseCheckpointSaver): PlimsollError {
  const name = saver.constructor.name;
  return new PlimsollError(
    "invalid_options",
    `single summaries cannot be removed from ${name}: savers have no method for it, and where it keeps them is not known (MemorySaver, SqliteSaver and PostgresSaver are). Delete the thread instead, or leave them: they grow with the number of compactions only.`,
    { details: { saver: name } },
  );
}
