import { digestSummarizer, type Summarizer } from "@plimsoll/core";
import { conformanceFixtures, type ContextBudgetConfiguration } from "@plimsoll/openwop";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifies } from "../verifies.ts";
import { callHost } from "./call-host.ts";
import { ended, fork, forkToEnd, logOf, runToEnd, start, told } from "./run-host.ts";
import { type StartedHost, startHost } from "./started-host.ts";
import { workerAgent, type World } from "./worker-agent.ts";

const text = (turn: number) => `Result ${turn}: found ${"the total was right, ".repeat(18)}in row ${turn}.`;
const turns = Array.from({ length: 12 }, (_, turn) => [
  { text: text(turn) },
  ...(turn === 3 ? [{ text: "and more" }] : []),
]);

let asked = 0;
const digest = digestSummarizer();
const summarizer: Summarizer = {
  ...digest,
  summarize: (request, options) => {
    asked++;
    return digest.summarize(request, options);
  },
};
const contextBudget: ContextBudgetConfiguration = {
  transcriptTokenBudget: 2_600,
  tokenCounter: "chars",
  summarization: { summarizer, keepLastTurns: 2 },
};

const world: World = { modelCalls: 0, work: 0 };
let host: StartedHost;
let source: Awaited<ReturnType<typeof runToEnd>>;

beforeAll(async () => {
  host = await startHost({
    workflows: [workerAgent({ turns, world }), ...conformanceFixtures()],
    contextBudget,
    attestLiveModel: true,
  });
  source = await runToEnd(host, { workflowId: "worker-loop" });
});
afterAll(async () => {
  await host.server.close();
  expect(host.errors).toEqual([]);
});

const effects = () => ({ ...world, asked });
const summaries = (log: typeof source.log) => log.filter(({ type }) => type === "context.summarized");

describe("a replay", () => {
  it("is of a run that summarized more than once and did its work", () => {
    expect(source.snapshot["status"]).toBe("completed");
    expect(summaries(source.log).length).toBeGreaterThan(1);
    expect(effects()).toEqual({ modelCalls: 13, work: 13, asked: summaries(source.log).length });
  });

  it("says the same from any point, and does nothing to the world", async () => {
    verifies("openwop/fork/verbatim", "openwop/fork/no-effects");
    verifies(
      "rfc-0111/replay/deterministic-input",
      "rfc-0111/replay/reuse-recorded-summary",
      "rfc-0111/replay/never-summarize-again",
      "rfc-0111/replay/same-model-facing-transcript",
      "rfc-0111/conformance/replay-scenario",
    );
    const before = effects();
    for (let fromSeq = 0; fromSeq < source.log.length; fromSeq += 3) {
      const replay = await forkToEnd(host, source.runId, { mode: "replay", fromSeq });
      expect(told(replay.log)).toEqual(told(source.log));
      expect(replay.snapshot["variables"]).toEqual(source.snapshot["variables"]);
    }
    expect(effects()).toEqual(before);
  });

  it("has ids of its own, and causes among its own events", async () => {
    verifies("openwop/events/causation", "openwop/fork/own-ids");
    const replay = await forkToEnd(host, source.runId, { mode: "replay", fromSeq: 20 });
    const own = new Set(replay.log.map(({ eventId }) => eventId));
    expect(source.log.some(({ eventId }) => own.has(eventId))).toBe(false);
    const causes = replay.log.flatMap(({ causationId }) => (causationId === undefined ? [] : [causationId]));
    expect(causes.length).toBeGreaterThan(20);
    expect(causes.filter((id) => !own.has(id))).toEqual([]);
    const placeOf = (log: typeof source.log) =>
      log.map(({ causationId }) => log.findIndex(({ eventId }) => eventId === causationId));
    expect(placeOf(replay.log)).toEqual(placeOf(source.log));
  });

  it("of a replay of a replay is the same again", async () => {
    verifies("openwop/fork/of-a-fork");
    let runId = source.runId;
    for (const fromSeq of [0, 30, source.log.length - 1]) {
      const replay = await forkToEnd(host, runId, { mode: "replay", fromSeq });
      expect(told(replay.log)).toEqual(told(source.log));
      runId = replay.runId;
    }
  });

  it("serves the summaries under its own name, also those before its point", async () => {
    verifies("rfc-0111/replay/summary-ref-is-artifact-id", "rfc-0111/replay/artifact-readable-as-of-index");
    const { runId } = await forkToEnd(host, source.runId, { mode: "replay", fromSeq: source.log.length - 1 });
    for (const { payload } of summaries(source.log)) {
      const path = (id: string) => `/v1/runs/${id}/artifacts/${String(payload["summaryRef"])}`;
      const [was, is] = await Promise.all([callHost(host, path(source.runId)), callHost(host, path(runId))]);
      expect([was.status, is.status]).toEqual([200, 200]);
      expect(is.body["text"]).toBe(was.body["text"]);
    }
  });

  it("is refused where a summary is gone or damaged, with 409, and leaves no run", async () => {
    verifies(
      "rfc-0111/replay/refused-when-unavailable",
      "rfc-0111/replay/refusal-is-409-not-retriable",
      "rfc-0111/compatibility/code-binds-summarizing-hosts",
    );
    const victim = await forkToEnd(host, source.runId, { mode: "replay", fromSeq: 0 });
    const ref = String(summaries(victim.log)[0]?.payload["summaryRef"]);
    await host.store.deleteArtifact(victim.runId, ref);
    const runs = async () => ((await callHost(host, "/v1/runs?limit=100")).body["runs"] as unknown[]).length;
    const before = await runs();
    for (const fromSeq of [0, 7]) {
      const { status, body, headers } = await fork(host, victim.runId, { mode: "replay", fromSeq });
      expect([status, body["error"]]).toEqual([409, "replay_context_summary_unavailable"]);
      expect(body["details"]).toEqual({ fromSeq, summaryRefs: [ref] });
      expect(headers.has("retry-after")).toBe(false);
    }
    await host.store.append(victim.runId, {
      firstSequence: victim.log.length,
      events: [],
      documents: [{ kind: "artifact", key: ref, value: { text: "another text", sha256: "0".repeat(64) }, sequence: 0 }],
    });
    expect((await fork(host, victim.runId, { mode: "replay", fromSeq: 0 })).status).toBe(409);
    expect(await runs()).toBe(before);
  });

  it("of a fixture is the same run again, twice alike", async () => {
    verifies("openwop/fork/deterministic");
    for (const workflowId of [
      "conformance-noop",
      "conformance-multi-node",
      "conformance-failure",
      "conformance-delay",
    ]) {
      const { runId, log } = await runToEnd(host, { workflowId });
      const forks = [0, 1, 2].map((fromSeq) => forkToEnd(host, runId, { mode: "replay", fromSeq }));
      for (const replay of await Promise.all(forks)) expect(told(replay.log)).toEqual(told(log));
    }
  });

  it("of a cancelled run ends as it did", async () => {
    const runId = await start(host, { workflowId: "conformance-cancellable" });
    await callHost(host, `/v1/runs/${runId}/cancel`, { method: "POST", body: { reason: "enough" } });
    await ended(host, runId);
    const replay = await forkToEnd(host, runId, { mode: "replay", fromSeq: 0 });
    expect(replay.snapshot["status"]).toBe("cancelled");
    expect(told(replay.log)).toEqual(told(await logOf(host, runId)));
  });

  it("of a run that goes on is refused", async () => {
    verifies("openwop/fork/not-ended");
    const runId = await start(host, { workflowId: "conformance-cancellable" });
    const { status, body } = await fork(host, runId, { mode: "replay", fromSeq: 0 });
    expect([status, body["error"]]).toEqual([409, "run_state_conflict"]);
    await callHost(host, `/v1/runs/${runId}/cancel`, { method: "POST", body: {} });
    await ended(host, runId);
  });
});

describe("a branch", () => {
  it("repeats what is before its point, and goes its own way after", async () => {
    verifies("openwop/fork/branch");
    const decisions = source.log.filter(({ type }) => type === "runOrchestrator.decided");
    // Its usage is told before it, and rests on the same answer.
    const fromSeq = (decisions[5]?.sequence ?? 0) - 1;
    const before = effects();
    const branch = await forkToEnd(host, source.runId, {
      mode: "branch",
      fromSeq,
      runOptionsOverlay: { tags: ["another"] },
    });
    expect(told(branch.log).slice(0, fromSeq)).toEqual(told(source.log).slice(0, fromSeq));
    expect(branch.log.some(({ type }) => type === "replay.diverged")).toBe(false);
    expect(branch.snapshot).toMatchObject({ status: "completed", tags: ["another"], mode: "branch", fromSeq });
    // Turns 6 to 13 are decided anew, and the work of all but the last is done again.
    expect(world.modelCalls - before.modelCalls).toBe(8);
    expect(world.work - before.work).toBe(7);
  });

  it("from the first event is another run of the same", async () => {
    const before = effects();
    const branch = await forkToEnd(host, source.runId, { mode: "branch", fromSeq: 0 });
    expect(branch.snapshot["status"]).toBe("completed");
    expect(world.modelCalls - before.modelCalls).toBe(13);
    expect(world.work - before.work).toBe(13);
  });

  it("can be replayed", async () => {
    const branch = await forkToEnd(host, source.runId, { mode: "branch", fromSeq: 40 });
    const before = effects();
    const replay = await forkToEnd(host, branch.runId, { mode: "replay", fromSeq: 10 });
    expect(told(replay.log)).toEqual(told(branch.log));
    expect(effects()).toEqual(before);
  });
});
