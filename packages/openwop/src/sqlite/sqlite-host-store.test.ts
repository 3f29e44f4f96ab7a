import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, describe, expect, it } from "vitest";
import type { HostStore } from "../store/host-store.ts";
import { hostStoreSuite } from "../testing/host-store-suite.ts";
import { batchOf, emptyBatch, sampleEvents, sampleRun } from "../testing/host-store-samples.ts";
import { createSqliteHostStore } from "./sqlite-host-store.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-host-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const freshPath = () => join(folder, `${files++}.sqlite`);
const paths = new WeakMap<HostStore, string>();

async function open(path = freshPath()): Promise<HostStore> {
  const store = await createSqliteHostStore({ path });
  paths.set(store, path);
  return store;
}

function writeWith(path: string, statement: string): void {
  const database = new Database(path);
  database.exec(statement);
  database.close();
}

hostStoreSuite({ describe, it, expect }, { open: () => open(), reopen: (store) => open(paths.get(store)) });

describe("createSqliteHostStore", () => {
  it("shows one process what another wrote, and lets one writer of two win", async () => {
    const path = freshPath();
    const [one, two] = await Promise.all([open(path), open(path)]);
    await one.createRun(sampleRun("run"), emptyBatch);
    const waiting = two.waitForEvents("run", -1, { timeoutMs: 60_000, signal: new AbortController().signal });
    const results = [
      await one.append("run", batchOf(sampleEvents("run", 0, 1))),
      await two.append("run", batchOf(sampleEvents("run", 0, 1))),
    ];
    await waiting;
    expect(results).toEqual(["appended", "conflict"]);
    expect((await two.readEvents("run", -1)).length).toBe(1);
    await Promise.all([one.close(), two.close()]);
  });

  it("writes nothing of a batch that fails half-way", async () => {
    const store = await open();
    await store.createRun(sampleRun("run"), emptyBatch);
    const [first] = sampleEvents("run", 0, 1);
    if (first === undefined) throw new Error("no sample event");
    const twice = { firstSequence: 0, events: [first, first], documents: [] };
    await expect(store.append("run", twice)).rejects.toThrow();
    expect(await store.readEvents("run", -1)).toEqual([]);
    expect(await store.append("run", batchOf([first]))).toBe("appended");
    await store.close();
  });

  it("refuses a file that is no database, and leaves it as it was", async () => {
    const path = freshPath();
    writeFileSync(path, "not a database, but a text of more than a hundred bytes ".repeat(20));
    await expect(open(path)).rejects.toThrow(/^\[invalid_options\] createSqliteHostStore: the file .* is no SQLite/u);
  });

  it("refuses a database of somebody else or of another version", async () => {
    const [foreign, newer] = [freshPath(), freshPath()];
    writeWith(foreign, "CREATE TABLE theirs (a)");
    writeWith(newer, "PRAGMA user_version = 7");
    await expect(open(foreign)).rejects.toThrow("holds tables of version 0, and this release writes version 1");
    await expect(open(newer)).rejects.toThrow("holds tables of version 7, and this release writes version 1");
  });

  it("refuses a folder that does not exist", async () => {
    const path = join(folder, "none", "file.sqlite");
    await expect(open(path)).rejects.toThrow("[invalid_options]");
  });
});
