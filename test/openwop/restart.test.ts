import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestSummarizer } from "@plimsoll/core";
import { conformanceFixtures } from "@plimsoll/openwop";
import { createSqliteHostStore } from "@plimsoll/openwop/sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../verifies.ts";
import { callHost } from "./call-host.ts";
import { ended, forkToEnd, logOf, runToEnd, start, told } from "./run-host.ts";
import { startHost } from "./started-host.ts";
import { workerAgent, type World } from "./worker-agent.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-restart-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const turns = Array.from({ length: 7 }, (_, turn) => [
  { text: `Result ${turn}: ${"the total was right, ".repeat(20)}` },
]);

const open = async (path: string, world: World) =>
  startHost({
    workflows: [workerAgent({ turns, world }), ...conformanceFixtures()],
    store: await createSqliteHostStore({ path }),
    contextBudget: {
      transcriptTokenBudget: 2_200,
      tokenCounter: "chars",
      summarization: { summarizer: digestSummarizer(), keepLastTurns: 2 },
    },
    attestLiveModel: true,
  });

describe("a host on a file", () => {
  it("replays, after a restart, what it ran before, from its own windows and artifacts", async () => {
    verifies("openwop/fork/after-restart");
    verifies("rfc-0111/replay/artifact-readable-as-of-index");
    const path = join(folder, "replay.sqlite");
    const first = await open(path, { modelCalls: 0, work: 0 });
    const source = await runToEnd(first, { workflowId: "worker-loop" });
    await first.server.close();
    const world: World = { modelCalls: 0, work: 0 };
    const second = await open(path, world);
    expect(await logOf(second, source.runId)).toEqual(source.log);
    const replay = await forkToEnd(second, source.runId, { mode: "replay", fromSeq: 9 });
    expect(told(replay.log)).toEqual(told(source.log));
    await second.server.close();
    const third = await open(path, world);
    const again = await forkToEnd(third, replay.runId, { mode: "replay", fromSeq: 0 });
    expect(told(again.log)).toEqual(told(source.log));
    expect(world).toEqual({ modelCalls: 0, work: 0 });
    const window = `/v1/host/sample/agent/transcript-window?iteration=7&runId=`;
    const [was, is] = await Promise.all([source.runId, again.runId].map((runId) => callHost(third, window + runId)));
    const texts = (body: object | undefined) =>
      (Reflect.get(body ?? {}, "entries") as { readonly rendered: string }[]).map(({ rendered }) => rendered);
    expect(texts(is?.body)).toEqual(texts(was?.body));
    await third.server.close();
  });

  it("ends what was running when it stopped, so that nobody waits for it", async () => {
    verifies("openwop/recovery/ended");
    const path = join(folder, "recover.sqlite");
    const first = await open(path, { modelCalls: 0, work: 0 });
    const runId = await start(first, { workflowId: "conformance-cancellable" });
    while ((await logOf(first, runId)).length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    await first.server.close();
    const second = await open(path, { modelCalls: 0, work: 0 });
    expect(await ended(second, runId)).toMatchObject({ status: "failed", error: { code: "host_restarted" } });
    expect((await logOf(second, runId)).map(({ sequence, type }) => [sequence, type])).toEqual([
      [0, "run.started"],
      [1, "node.started"],
      [2, "run.failed"],
    ]);
    const replay = await forkToEnd(second, runId, { mode: "replay", fromSeq: 0 });
    expect(told(replay.log)).toEqual(told(await logOf(second, runId)));
    await second.server.close();
  });

  it("keeps the answer to an idempotency key", async () => {
    verifies("openwop/idempotency/durable");
    const path = join(folder, "keys.sqlite");
    const ask = async () => {
      const host = await open(path, { modelCalls: 0, work: 0 });
      const runId = await start(host, { workflowId: "conformance-noop" }, { headers: { "idempotency-key": "kept" } });
      await host.server.close();
      return runId;
    };
    expect(await ask()).toBe(await ask());
  });
});
