import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { digestSummarizer } from "@plimsoll/core";
import type { HostStore } from "@plimsoll/openwop";
import { createSqliteHostStore } from "@plimsoll/openwop/sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { ended, forkToEnd, told } from "../openwop/run-host.ts";
import { type StartedHost, startHost } from "../openwop/started-host.ts";
import { workerAgent } from "../openwop/worker-agent.ts";
import { killedAgent } from "./killed-agent.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-killed-host-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const victim = fileURLToPath(new URL("./killed-host-victim.ts", import.meta.url));
const headers = { authorization: "Bearer key-a", "content-type": "application/json" };

/** Starts a host in another process; resolves when it listens. */
async function startVictim(path: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, ["--conditions=@plimsoll/source", "--import", "tsx", victim, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, url: line.toString().trim() };
}

async function reopen(path: string): Promise<StartedHost> {
  return startHost({
    workflows: [workerAgent({ turns: killedAgent.turns, world: { modelCalls: 0, work: 0 } })],
    store: await createSqliteHostStore({ path }),
    contextBudget: { ...killedAgent.bounds, summarization: { summarizer: digestSummarizer(), keepLastTurns: 2 } },
    attestLiveModel: true,
  });
}

/** What must hold of a log whatever moment its writer died at: every batch is whole. */
async function expectWhole(store: HostStore, runId: string): Promise<void> {
  const log = await store.readEvents(runId, -1);
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index));
  for (const event of log) {
    if (event.type === "context.summarized")
      expect((await store.readDocument(runId, "artifact", event.payload.summaryRef))?.key).toBe(
        event.payload.summaryRef,
      );
    if (event.type !== "runOrchestrator.decided") continue;
    const { iteration } = event.payload;
    expect((await store.readDocument(runId, "window", String(iteration)))?.key).toBe(String(iteration));
    expect((await store.readDocument(runId, "text", event.eventId))?.key).toBe(event.eventId);
  }
  const decisions = log.filter(({ type }) => type === "runOrchestrator.decided").length;
  expect((await store.listDocuments(runId, "answer")).length).toBe(decisions);
}

describe("a host that is killed", () => {
  it("loses nothing it has answered for, whenever it dies, and what it left is ended and can be replayed", async () => {
    const lengths = new Set<number>();
    for (let round = 0; round < 14; round++) {
      const path = join(folder, `${round}.sqlite`);
      const { child, url } = await startVictim(path);
      const body = JSON.stringify({ workflowId: "worker-loop" });
      const response = await fetch(`${url}/v1/runs`, { method: "POST", headers, body });
      const { runId } = (await response.json()) as { readonly runId: string };
      // Spread over the course of the run, which takes about two hundred milliseconds.
      await new Promise((resolve) => setTimeout(resolve, round * 14));
      child.kill("SIGKILL");
      await once(child, "exit");
      const host = await reopen(path);
      const snapshot = await ended(host, runId);
      expect(["completed", "failed"]).toContain(snapshot["status"]);
      await expectWhole(host.store, runId);
      const log = await host.store.readEvents(runId, -1);
      lengths.add(log.length);
      const replay = await forkToEnd(host, runId, { mode: "replay", fromSeq: 0 });
      const bare = log.map(({ type, nodeId, sequence, payload }) => ({ type, nodeId, sequence, payload }));
      expect(told(replay.log)).toEqual(bare);
      await host.server.close();
    }
    console.log(`killed with logs of ${[...lengths].sort((a, b) => a - b).join(", ")} events`);
    expect(lengths.size).toBeGreaterThan(3);
  });
});
