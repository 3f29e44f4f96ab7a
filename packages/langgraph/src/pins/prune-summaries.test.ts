import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { RedisSaver } from "@langchain/langgraph-checkpoint-redis";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { isPlimsollError } from "@plimsoll/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budgetedGraph, countingSummarizer } from "../../../../test/savers/budgeted-graph.ts";
import { openEmbeddedPostgres } from "../../../../test/savers/embedded-postgres.ts";
import { redisStandIn } from "../../../../test/savers/redis-stand-in.ts";
import { prepareReplay } from "../replay/declared-replay.ts";
import { type PinnedSummaries, withPinnedSummaries } from "./with-pinned-summaries.ts";

type Pinned = BaseCheckpointSaver & PinnedSummaries;

/** Removes every checkpoint of the thread but those that a retention keeps. */
type Retain = (saver: Pinned, keep: ReadonlySet<string>) => Promise<void>;

const memory: Retain = async (saver, keep) => {
  const { storage } = saver as unknown as MemorySaver;
  const checkpoints = storage["one"]?.[""] ?? {};
  for (const id of Object.keys(checkpoints)) if (!keep.has(id)) delete checkpoints[id];
};

const sqlite: Retain = async (saver, keep) => {
  const names = [...keep].map((id) => `'${id}'`).join();
  (saver as unknown as SqliteSaver).db.exec(
    `DELETE FROM checkpoints WHERE checkpoint_ns = '' AND checkpoint_id NOT IN (${names})`,
  );
};

const postgres: Retain = async (saver, keep) => {
  const pool = Reflect.get(saver, "pool") as { query(sql: string, values: readonly unknown[]): Promise<unknown> };
  const { schema } = Reflect.get(saver, "options") as { schema: string };
  await pool.query(`DELETE FROM "${schema}".checkpoints WHERE checkpoint_ns = '' AND NOT (checkpoint_id = ANY($1))`, [
    [...keep],
  ]);
};

const turns = 30;
const config = { configurable: { thread_id: "one" } };

async function conversation(saver: Pinned) {
  const summarizer = countingSummarizer();
  const made = budgetedGraph({ saver, summarizer });
  await made.talk(turns, { thread_id: "one" });
  const ids: string[] = [];
  for await (const state of made.graph.getStateHistory(config))
    ids.push(String(state.config.configurable?.["checkpoint_id"]));
  const names = (await saver.summaries.list("one")).map(({ artifactId }) => artifactId);
  return { ...made, summarizer, ids, names };
}

function prunes(open: () => Promise<Pinned>, retain: Retain): void {
  it("removes what no surviving checkpoint can come to, and every survivor runs on as before", async () => {
    const saver = await open();
    const { graph, sent, summarizer, ids, names } = await conversation(saver);
    const kept = ids.slice(0, 4);
    await retain(saver, new Set(kept));
    expect(await saver.pruneSummaries("one")).toEqual({ pruned: names.slice(0, -1), kept: names.slice(-1) });
    expect((await saver.summaries.list("one")).map(({ artifactId }) => artifactId)).toEqual(names.slice(-1));
    const { asked } = summarizer;
    for (const id of kept.slice(1, 3)) {
      await graph.invoke(null, { configurable: { ...config.configurable, checkpoint_id: id } });
      expect(sent.at(-1)).toEqual(sent[turns - 1]);
    }
    expect(summarizer.asked).toBe(asked);
  });

  it("removes nothing while all checkpoints are there, nor what one from before a summary will come to", async () => {
    const saver = await open();
    const { ids, names } = await conversation(saver);
    expect((await saver.pruneSummaries("one")).pruned).toEqual([]);
    await retain(saver, new Set([ids.at(0) ?? "", ids.at(-2) ?? ""]));
    expect(await saver.pruneSummaries("one")).toEqual({ pruned: [], kept: names });
  });
}

describe("pruneSummaries over MemorySaver", () => prunes(async () => withPinnedSummaries(new MemorySaver()), memory));

describe("pruneSummaries over SqliteSaver", () =>
  prunes(async () => withPinnedSummaries(SqliteSaver.fromConnString(":memory:")), sqlite));

describe("pruneSummaries over PostgresSaver, embedded", () => {
  let database: Awaited<ReturnType<typeof openEmbeddedPostgres>>;
  beforeAll(async () => {
    database = await openEmbeddedPostgres();
  }, 60_000);
  afterAll(async () => {
    await database.closeSavers();
    await database.close();
  });
  prunes(async () => withPinnedSummaries(await database.openSaver()), postgres);
});

describe("pruneSummaries", () => {
  it("removes all of a thread without checkpoints, and copies of a pruned thread can still be made", async () => {
    const saver = withPinnedSummaries(new MemorySaver());
    const { ids } = await conversation(saver);
    await memory(saver, new Set(ids.slice(0, 2)));
    await saver.pruneSummaries("one");
    await saver.copyThread("one", "copy");
    expect(await saver.summaries.list("copy")).toEqual(await saver.summaries.list("one"));
    await memory(saver, new Set());
    expect((await saver.pruneSummaries("one")).kept).toEqual([]);
  });

  it("refuses a replay from the beginning of what was pruned", async () => {
    const saver = withPinnedSummaries(new MemorySaver());
    const { ids } = await conversation(saver);
    await memory(saver, new Set(ids.slice(0, 2)));
    await saver.pruneSummaries("one");
    const error = await prepareReplay("one", { store: saver.summaries }).catch((thrown: unknown) => thrown);
    expect(isPlimsollError(error, "replay_context_summary_unavailable")).toBe(true);
  });

  it("refuses a saver whose records it cannot remove, by name and with what to do", async () => {
    const saver = withPinnedSummaries(new RedisSaver(redisStandIn()));
    const error = await saver.pruneSummaries("one").catch((thrown: unknown) => thrown);
    expect(isPlimsollError(error, "invalid_options")).toBe(true);
    expect(String(error)).toContain("cannot be removed from RedisSaver");
  });
});
