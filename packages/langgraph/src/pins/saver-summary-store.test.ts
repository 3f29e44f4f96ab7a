import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { JsonPlusSerializer, type SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { RedisSaver } from "@langchain/langgraph-checkpoint-redis";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { isPlimsollError } from "@plimsoll/core";
import { summaryStoreSuite } from "@plimsoll/core/testing";
import { afterAll, describe, expect, it } from "vitest";
import { redisStandIn } from "../../../../test/savers/redis-stand-in.ts";
import { artifactName, summaryRecord } from "../../../../test/savers/summary-record.ts";
import { cellOf, ledgerName, slotOf } from "./saver-cell.ts";
import { createSaverSummaryStore } from "./saver-summary-store.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-pins-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${++files}.db`);

const key = randomBytes(32);

/** Encrypts into a JSON envelope, the form that every saver takes. */
const encrypting: SerializerProtocol = {
  dumpsTyped: async (value) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
    const envelope = {
      iv: iv.toString("base64"),
      sealed: sealed.toString("base64"),
      tag: cipher.getAuthTag().toString("base64"),
    };
    return new JsonPlusSerializer().dumpsTyped(envelope);
  },
  loadsTyped: async (_type, data) => {
    const text = typeof data === "string" ? data : Buffer.from(data).toString();
    const { iv, sealed, tag } = JSON.parse(text) as Record<"iv" | "sealed" | "tag", string>;
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64"));
    decipher.setAuthTag(Buffer.from(tag, "base64"));
    return JSON.parse(Buffer.concat([decipher.update(Buffer.from(sealed, "base64")), decipher.final()]).toString());
  },
};

function encryptedSqlite(file: string): SqliteSaver {
  const saver = SqliteSaver.fromConnString(file);
  saver.serde = encrypting;
  return saver;
}

describe.each<[string, () => BaseCheckpointSaver]>([
  ["MemorySaver", () => new MemorySaver()],
  ["MemorySaver that encrypts", () => new MemorySaver(encrypting)],
  ["SqliteSaver on a file", () => SqliteSaver.fromConnString(newFile())],
  ["SqliteSaver that encrypts", () => encryptedSqlite(newFile())],
  ["RedisSaver on a stand-in", () => new RedisSaver(redisStandIn())],
])("summaries in a %s", (_name, open) => {
  summaryStoreSuite({ describe, it, expect }, () => createSaverSummaryStore(open()));
});

const refusalOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const unavailable = "replay_context_summary_unavailable";

/** Puts something else under a record's name, before the record. */
async function plant(saver: BaseCheckpointSaver, value: unknown) {
  const cell = cellOf("one", artifactName(1));
  await saver.putWrites({ configurable: { ...cell } }, [["value", value]], slotOf(artifactName(1)));
}

/** Lets a writer die after so many writes to the saver. */
async function dieAfter(saver: MemorySaver, writes: number) {
  const store = createSaverSummaryStore(saver);
  // The probe is behind us.
  await store.put("probed", summaryRecord());
  let left = writes;
  const { put, putWrites } = saver;
  const gate = () => {
    if (left-- <= 0) throw new Error("killed");
  };
  saver.put = async (...parameters) => (gate(), put.apply(saver, parameters));
  saver.putWrites = async (...parameters) => (gate(), putWrites.apply(saver, parameters));
  await refusalOf(store.put("one", summaryRecord({ text: "before the kill" })));
  Object.assign(saver, { put, putWrites });
  return store;
}

describe("createSaverSummaryStore", () => {
  it("gives one saver one store", () => {
    const saver = new MemorySaver();
    expect(createSaverSummaryStore(saver)).toBe(createSaverSummaryStore(saver));
  });

  it("gives writers of several processes one winner", async () => {
    const file = newFile();
    const stores = Array.from({ length: 8 }, () => createSaverSummaryStore(SqliteSaver.fromConnString(file)));
    const winners = await Promise.all(
      stores.map((store, index) => store.put("one", summaryRecord({ text: `writer ${index}` }))),
    );
    expect(new Set(winners.map(({ text }) => text)).size).toBe(1);
    for (const store of stores) expect(await store.get("one", artifactName(1))).toEqual(winners[0]);
    expect(await stores[0]?.list("one")).toHaveLength(1);
  });

  it("encrypts texts where the saver does", async () => {
    const file = newFile();
    await createSaverSummaryStore(encryptedSqlite(file)).put("one", summaryRecord({ text: "nobody reads this" }));
    expect(Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)]).includes("nobody reads")).toBe(false);
  });

  it("loses its records with the thread, and no other's", async () => {
    const saver = new MemorySaver();
    const store = createSaverSummaryStore(saver);
    await store.put("one", summaryRecord());
    await store.put("two", summaryRecord());
    await saver.deleteThread("one");
    expect(await store.get("one", artifactName(1))).toBeUndefined();
    expect(await store.list("one")).toEqual([]);
    expect(await store.list("two")).toHaveLength(1);
  });

  it.each([0, 1, 2, 3, 4])("has one text and a whole list after a writer died after %i writes", async (writes) => {
    const store = await dieAfter(new MemorySaver(), writes);
    const found = await store.get("one", artifactName(1));
    const winner = found ?? (await store.put("one", summaryRecord({ text: "after the kill" })));
    // What was written before the kill wins, whether it could be read yet or not.
    expect(winner.text).toBe(writes === 0 ? "after the kill" : "before the kill");
    expect(await store.list("one")).toHaveLength(1);
  });

  it("refuses a record that was listed and is gone", async () => {
    const saver = new MemorySaver();
    const store = createSaverSummaryStore(saver);
    await store.put("one", summaryRecord());
    delete saver.storage["one"]?.[cellOf("one", artifactName(1)).checkpoint_ns];
    const error = await refusalOf(store.get("one", artifactName(1)));
    expect(isPlimsollError(error, unavailable)).toBe(true);
    expect(error).toMatchObject({ details: { summaryRef: artifactName(1), status: 409 }, retryable: false });
  });

  it("says which version of the record it cannot read", async () => {
    const saver = new MemorySaver();
    await plant(saver, { ...summaryRecord(), version: 2 });
    const error = await refusalOf(createSaverSummaryStore(saver).put("one", summaryRecord()));
    expect(isPlimsollError(error, unavailable)).toBe(true);
    expect(String(error)).toContain("recorded in version 2 of the record, and this package reads version 1");
  });

  it.each([null, "text", [], {}])("refuses %o, which is no record", async (value) => {
    const saver = new MemorySaver();
    await plant(saver, value);
    const error = await refusalOf(createSaverSummaryStore(saver).put("one", summaryRecord()));
    expect(isPlimsollError(error, unavailable)).toBe(true);
  });

  it("hands out a damaged record as it is, and does not list it", async () => {
    const saver = new MemorySaver();
    const damaged = { ...summaryRecord(), text: "changed" };
    await plant(saver, damaged);
    const store = createSaverSummaryStore(saver);
    expect(await store.put("one", summaryRecord())).toEqual(damaged);
    expect(await store.get("one", artifactName(1))).toEqual(damaged);
    expect(await store.list("one")).toEqual([]);
  });

  it("lists with one read, and gets with two", async () => {
    const saver = new MemorySaver();
    const store = createSaverSummaryStore(saver);
    for (let ordinal = 1; ordinal <= 20; ordinal++) await store.put("one", summaryRecord({ ordinal }));
    const { getTuple } = saver;
    const read: unknown[] = [];
    saver.getTuple = (config) => {
      read.push(config.configurable?.["checkpoint_ns"]);
      return getTuple.call(saver, config);
    };
    await store.list("one");
    await store.get("one", artifactName(7));
    const ledger = cellOf("one", ledgerName).checkpoint_ns;
    expect(read).toEqual([ledger, ledger, cellOf("one", artifactName(7)).checkpoint_ns]);
  });
});
