import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { RedisSaver } from "@langchain/langgraph-checkpoint-redis";
import { ShallowRedisSaver } from "@langchain/langgraph-checkpoint-redis/shallow";
import { isPlimsollError } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { redisStandIn } from "../../../../test/savers/redis-stand-in.ts";
import { summaryRecord } from "../../../../test/savers/summary-record.ts";
import { probeSaver } from "./probe-saver.ts";
import { createSaverSummaryStore } from "./saver-summary-store.ts";

const refusalOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

/** Gives every task's newest write, as a saver would that upserts. */
class Overwriting extends MemorySaver {
  override async putWrites(...[config, writes, task]: Parameters<MemorySaver["putWrites"]>) {
    const { thread_id, checkpoint_ns, checkpoint_id } = config.configurable ?? {};
    const stored = this.writes[JSON.stringify([thread_id, checkpoint_ns, checkpoint_id])] ?? {};
    for (const key of Object.keys(stored)) if (key.startsWith(`${task},`)) delete stored[key];
    await super.putWrites(config, writes, task);
  }
}

/** Keeps one checkpoint a thread, whatever the namespace. */
class OneNamespace extends MemorySaver {
  override async put(...[config, checkpoint, metadata]: Parameters<MemorySaver["put"]>) {
    delete this.storage[config.configurable?.["thread_id"]];
    return super.put(config, checkpoint, metadata);
  }
}

describe("probeSaver", () => {
  it.each<[string, () => BaseCheckpointSaver]>([
    ["MemorySaver", () => new MemorySaver()],
    ["RedisSaver", () => new RedisSaver(redisStandIn())],
  ])("accepts %s", async (_name, open) => {
    await expect(probeSaver(open())).resolves.toBeUndefined();
  });

  it.each<[string, () => BaseCheckpointSaver]>([
    ["ShallowRedisSaver", () => new ShallowRedisSaver(redisStandIn())],
    ["Overwriting", () => new Overwriting()],
    ["OneNamespace", () => new OneNamespace()],
  ])("refuses %s and names the remedy", async (name, open) => {
    const error = await refusalOf(probeSaver(open()));
    expect(isPlimsollError(error, "invalid_options")).toBe(true);
    expect(String(error)).toContain(`${name} cannot hold recorded summaries`);
    expect(String(error)).toContain("createBaseStoreSummaryStore(store)");
  });

  it("leaves nothing behind", async () => {
    const saver = new MemorySaver();
    await probeSaver(saver);
    expect([Object.keys(saver.storage), Object.keys(saver.writes)]).toEqual([[], []]);
  });

  it("is made once for a saver, before the first record is written", async () => {
    const probes: string[] = [];
    class Watched extends MemorySaver {
      override async deleteThread(thread: string) {
        probes.push(thread);
        await super.deleteThread(thread);
      }
    }
    const saver = new Watched();
    await createSaverSummaryStore(saver).put("one", summaryRecord());
    await createSaverSummaryStore(saver).put("one", summaryRecord({ ordinal: 2 }));
    expect(probes).toEqual([expect.stringMatching(/^probe-/)]);
  });

  it("keeps records out of a saver that fails it", async () => {
    const saver = new Overwriting();
    const error = await refusalOf(createSaverSummaryStore(saver).put("one", summaryRecord()));
    expect(isPlimsollError(error, "invalid_options")).toBe(true);
    expect(Object.keys(saver.storage)).toEqual([]);
  });

  it("is made again after the saver itself failed", async () => {
    const saver = new MemorySaver();
    const { putWrites } = saver;
    saver.putWrites = () => Promise.reject(new Error("connection lost"));
    const store = createSaverSummaryStore(saver);
    expect(String(await refusalOf(store.put("one", summaryRecord())))).toBe("Error: connection lost");
    saver.putWrites = putWrites;
    expect(await store.put("one", summaryRecord())).toEqual(summaryRecord());
  });
});
