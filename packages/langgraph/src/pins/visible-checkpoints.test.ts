import { type BaseCheckpointSaver, emptyCheckpoint, MemorySaver } from "@langchain/langgraph";
import { RedisSaver } from "@langchain/langgraph-checkpoint-redis";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, it } from "vitest";
import { redisStandIn } from "../../../../test/savers/redis-stand-in.ts";
import { summaryRecord } from "../../../../test/savers/summary-record.ts";
import { createSaverSummaryStore } from "./saver-summary-store.ts";
import { visibleCheckpoints } from "./visible-checkpoints.ts";

/** Twelve checkpoints, and twenty summaries written after them. */
async function fill<S extends BaseCheckpointSaver>(saver: S): Promise<S> {
  for (let step = 0; step < 12; step++) {
    const config = { configurable: { thread_id: "one", checkpoint_ns: "" } };
    await saver.put(config, emptyCheckpoint(), { source: "loop", step, parents: {} }, {});
  }
  const store = createSaverSummaryStore(saver);
  for (let ordinal = 1; ordinal <= 20; ordinal++) await store.put("one", summaryRecord({ ordinal }));
  return saver;
}

async function stepsOf(saver: BaseCheckpointSaver, limit?: number, namespace?: string) {
  const steps: (number | undefined)[] = [];
  const config = {
    configurable: { thread_id: "one", ...(namespace === undefined ? {} : { checkpoint_ns: namespace }) },
  };
  for await (const { metadata } of visibleCheckpoints(saver, [config, limit === undefined ? {} : { limit }]))
    steps.push(metadata?.step);
  return steps;
}

const newest = (count: number) => Array.from({ length: count }, (_, index) => 11 - index);

describe.each<[string, () => BaseCheckpointSaver]>([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
  ["RedisSaver on a stand-in", () => new RedisSaver(redisStandIn())],
])("checkpoints of %s without summaries", (name, open) => {
  it.each([1, 5, 12, 40])("are as many as asked for, newest first: %i", async (limit) => {
    expect(await stepsOf(await fill(open()), limit)).toEqual(newest(Math.min(limit, 12)));
  });

  it("without a limit are all the saver gives", async () => {
    // RedisSaver gives ten where none is asked for.
    expect(await stepsOf(await fill(open()))).toEqual(newest(name.startsWith("Redis") ? 10 : 12));
  });

  it("of one namespace are those of that namespace", async () => {
    expect(await stepsOf(await fill(open()), 3, "")).toEqual(newest(3));
  });
});

describe("visibleCheckpoints", () => {
  it("reads once where the newest rows are checkpoints, as summaries sort below them", async () => {
    const saver = await fill(SqliteSaver.fromConnString(":memory:"));
    const list = saver.list.bind(saver);
    let calls = 0;
    saver.list = (...parameters) => {
      calls++;
      return list(...parameters);
    };
    await stepsOf(saver, 5);
    expect(calls).toBe(1);
  });
});
