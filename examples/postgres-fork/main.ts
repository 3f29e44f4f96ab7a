// Time travel on PostgreSQL: edit a past checkpoint, run on, and look at both branches; over the bare saver and ours.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { END, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { withPinnedSummaries } from "@plimsoll/langgraph";
import * as z from "zod";

const State = new StateSchema({
  draft: z.string().default(""),
  published: new ReducedValue(z.string().default(""), { reducer: (left: string, right: string) => left + right }),
});

/** The tables of each saver are in a schema of its own. */
const schemas = new WeakMap<PostgresSaver, string>();

const database = await findDatabase();
if (database === undefined) {
  console.log("Skipped: no PostgreSQL answers at 127.0.0.1:5432, and @electric-sql/pglite is not installed.");
} else {
  console.log(`On ${database.name}: a draft is written, then published. The draft is edited afterwards, in a fork.\n`);
  const bare = await branches((saver) => saver);
  const wrapped = await branches(withPinnedSummaries);
  console.log(`                         fork publishes        original published`);
  console.log(`bare PostgresSaver       ${bare.fork.padEnd(21)} ${bare.original}`);
  console.log(`withPinnedSummaries      ${wrapped.fork.padEnd(21)} ${wrapped.original}`);
  assert.deepEqual(wrapped, { fork: "the edited draft", original: "the first draft" });
  assert.deepEqual(bare, { fork: "the first draft", original: "the first draft" });
  console.log(
    "\nThe bare saver stores values by channel version, and both branches count on from the same number: the edit is lost.",
  );
  await database.close();
}

type Saver = Awaited<ReturnType<typeof openSaver>>;

/** What the fork with the edited draft publishes, and what the branch it came from did. */
async function branches(wrap: (saver: Saver) => Saver) {
  const saver = await openSaver();
  const graph = new StateGraph(State)
    .addNode("write", () => ({ draft: "the first draft" }))
    .addNode("publish", ({ draft }) => ({ published: draft }))
    .addEdge(START, "write")
    .addEdge("write", "publish")
    .addEdge("publish", END)
    .compile({ checkpointer: wrap(saver) });
  const config = { configurable: { thread_id: "article" } };
  await graph.invoke({ draft: "" }, config);
  const { config: head } = await graph.getState(config);
  for await (const { next, config: past } of graph.getStateHistory(config))
    if (next[0] === "write")
      await graph.invoke(null, await graph.updateState(past, { draft: "the edited draft" }, "write"));
  const [fork, original] = await Promise.all([graph.getState(config), graph.getState(head)]);
  await closeSaver(saver);
  return { fork: String(fork.values.published), original: String(original.values.published) };
}

async function openSaver(): Promise<PostgresSaver> {
  const schema = `fork_${randomUUID().replaceAll("-", "")}`;
  const saver = PostgresSaver.fromConnString(database?.url ?? "", { schema });
  schemas.set(saver, schema);
  // The embedded one is a single session.
  if (database?.isEmbedded === true) Object.assign(Reflect.get(saver, "pool").options, { max: 1 });
  await saver.setup();
  return saver;
}

/** Nothing is left behind in somebody's database. */
async function closeSaver(saver: PostgresSaver): Promise<void> {
  const pool = Reflect.get(saver, "pool") as { query(sql: string): Promise<unknown> };
  await pool.query(`DROP SCHEMA "${schemas.get(saver)}" CASCADE`);
  await saver.end();
}

/** PostgreSQL where one answers, else the one in WebAssembly. */
async function findDatabase() {
  const isThere = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: 5432, timeout: 1_000 });
    for (const event of ["connect", "error", "timeout"] as const)
      socket.once(event, () => resolve(event === "connect" && socket.destroy() !== undefined));
  });
  if (isThere) {
    const url = "postgres://postgres@127.0.0.1:5432/postgres";
    return { name: "the PostgreSQL at 127.0.0.1:5432", url, isEmbedded: false, close: async () => undefined };
  }
  try {
    const [{ PGlite }, { PGLiteSocketServer }] = await Promise.all([
      import("@electric-sql/pglite"),
      import("@electric-sql/pglite-socket"),
    ]);
    const db = await PGlite.create();
    const server = new PGLiteSocketServer({ db, port: 0, host: "127.0.0.1", maxConnections: 20 });
    await server.start();
    const url = `postgres://postgres:none@${server.getServerConn()}/postgres`;
    const close = async () => {
      await server.stop();
      await db.close();
    };
    return { name: "PostgreSQL in WebAssembly", url, isEmbedded: true, close };
  } catch {
    return undefined;
  }
}
