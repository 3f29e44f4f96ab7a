import { digestSummarizer, type TokenCounter } from "@plimsoll/core";
import { loadTiktokenCounter } from "@plimsoll/core/tiktoken";
import { type ContextBudgetConfiguration, createMemoryHostStore } from "@plimsoll/openwop";
import { checkWindow, parseLog, parseWindow } from "@plimsoll/openwop/testing";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { verifies } from "../verifies.ts";
import { callHost } from "./call-host.ts";
import { forkToEnd, runToEnd, told } from "./run-host.ts";
import { type StartedHost, startHost } from "./started-host.ts";
import { type ScriptedTurn, workerAgent, type World } from "./worker-agent.ts";

const encodings: Partial<Record<string, TokenCounter>> = {};
beforeAll(async () => {
  encodings["o200k_base"] = await loadTiktokenCounter("o200k_base");
  encodings["cl100k_base"] = await loadTiktokenCounter("cl100k_base");
});
const thirds: TokenCounter = {
  id: "thirds",
  version: "1",
  exactness: "conservative",
  unit: "tokens",
  count: (text) => Math.ceil(text.length / 3),
};

const work = fc.record({
  text: fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.integer({ min: 0, max: 60 }).map((count) => `read src/ledger/row_${count}.ts `.repeat(count)),
  ),
  fails: fc.boolean(),
});
const script = fc.array(fc.array(work, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 9 });
const bounds = fc.record(
  {
    transcriptTokenBudget: fc.integer({ min: 300, max: 4_000 }),
    transcriptWindow: fc.integer({ min: 2, max: 9 }),
  },
  { requiredKeys: [] },
);
const summarizing = fc.option(
  fc.record(
    { keepLastTurns: fc.nat(4), strategy: fc.constantFrom("sliding-window", "recursive", "map-reduce") },
    { requiredKeys: ["keepLastTurns"] },
  ),
  { nil: undefined },
);
const units = fc.constantFrom("chars", "o200k_base", "cl100k_base", "host-defined");

interface World4 {
  readonly turns: readonly ScriptedTurn[];
  readonly configuration: ContextBudgetConfiguration;
}

const worlds = fc.tuple(script, bounds, summarizing, units).map(([turns, limits, kept, tokenCounter]): World4 => {
  const counter = tokenCounter === "chars" ? undefined : (encodings[tokenCounter] ?? thirds);
  const summarization = kept === undefined ? undefined : { summarizer: digestSummarizer(), ...kept };
  return {
    turns,
    configuration: {
      ...limits,
      tokenCounter: tokenCounter as "chars",
      ...(counter === undefined ? {} : { counter }),
      ...(summarization === undefined ? {} : { summarization }),
    },
  };
});

async function withHost<T>(
  { turns, configuration }: World4,
  act: (host: StartedHost, world: World) => Promise<T>,
): Promise<T> {
  const world: World = { modelCalls: 0, work: 0 };
  const store = createMemoryHostStore();
  const agent = workerAgent({ turns, world });
  const host = await startHost({ workflows: [agent], contextBudget: configuration, attestLiveModel: true, store });
  try {
    return await act(host, world);
  } finally {
    await host.server.close();
  }
}

/** Every window of a run against its log, by the rules an outsider has. */
async function check(host: StartedHost, runId: string, { configuration }: World4) {
  const log = parseLog((await callHost(host, `/v1/host/sample/test/runs/${runId}/events`)).body) ?? [];
  const { transcriptTokenBudget, transcriptWindow, tokenCounter = "chars", counter, summarization } = configuration;
  const advertised = {
    ...(transcriptTokenBudget === undefined ? {} : { transcriptTokenBudget }),
    ...(transcriptWindow === undefined ? {} : { transcriptWindow }),
    tokenCounter,
    summarizes: summarization !== undefined,
    ...(summarization === undefined ? {} : { keepLastTurns: summarization.keepLastTurns ?? 3 }),
  };
  const count = (text: string) => counter?.count(text) ?? [...text].length;
  const violations: string[] = [];
  let pressure = false;
  for (let iteration = 1; ; iteration++) {
    const answer = await callHost(
      host,
      `/v1/host/sample/agent/transcript-window?runId=${runId}&iteration=${iteration}`,
    );
    if (answer.status !== 200) return { windows: iteration - 1, violations, pressure };
    const window = parseWindow(answer.body);
    if (window === undefined) throw new Error("malformed window");
    const checked = checkWindow({ iteration, window, advertised, log, count });
    pressure ||= checked.pressure;
    // What neither fits nor can be summarized to fit is dropped, which the protocol allows; the rule is for hosts with room.
    violations.push(
      ...checked.violations
        .filter(({ rule }) => rule !== "P-uncovered")
        .map(({ rule, what }) => `${rule} at ${iteration}: ${what}`),
    );
  }
}

describe("the transcript of any run", () => {
  it("is within its bounds, made of events, the recent tail, truly counted, or its turn fails before the model is asked", async () => {
    verifies("openwop/events/iteration");
    verifies(
      "rfc-0111/bound/never-over-budget",
      "rfc-0111/bound/tighter-of-two",
      "rfc-0111/summarization/last-turns-verbatim",
      "rfc-0111/summarization/active-turn-untouched",
      "rfc-0111/capability/keep-last-turns-verbatim",
      "rfc-0111/seam/endpoint",
      "rfc-0111/seam/own-accounting",
      "rfc-0111/seam/a-count-within-budget",
      "rfc-0111/seam/b-count-recomputed",
      "rfc-0111/seam/entries-rendered",
      "rfc-0111/seam/chars-sum-equals-count",
      "rfc-0111/seam/entries-are-real-events",
      "rfc-0111/seam/other-counters-attested",
      "rfc-0111/seam/c-recent-tail",
      "rfc-0111/seam/d-ranges-match-events",
      "rfc-0111/notes/one-model-not-two",
    );
    let pressed = 0;
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(worlds, (asked) =>
        withHost(asked, async (host, world) => {
          const { runId, snapshot, log } = await runToEnd(host, { workflowId: "worker-loop" });
          const { windows, violations, pressure } = await check(host, runId, asked);
          expect(violations).toEqual([]);
          expect(world.modelCalls).toBe(windows);
          const decisions = log.filter(({ type }) => type === "runOrchestrator.decided");
          expect(decisions.map(({ payload }) => payload["iteration"])).toEqual(decisions.map((_, index) => index + 1));
          if (snapshot["status"] === "completed") expect(windows).toBe(asked.turns.length + 1);
          else expect(snapshot["error"]).toMatchObject({ code: "context_budget_exceeded" });
          pressed += Number(pressure);
          failed += Number(snapshot["status"] === "failed");
        }),
      ),
      { numRuns: 60, seed: 7 },
    );
    // The property is not vacuous: bounds bind, and some are too tight for any transcript.
    expect(pressed).toBeGreaterThan(15);
    expect(failed).toBeGreaterThan(5);
  });

  it("is the same again in a replay from anywhere, also where the run failed", async () => {
    verifies("rfc-0111/replay/recorded-as-event", "rfc-0111/event/replaced-turns-reconstruct");
    await fc.assert(
      fc.asyncProperty(worlds, fc.double({ min: 0, max: 0.999, noNaN: true }), (asked, share) =>
        withHost(asked, async (host, world) => {
          const source = await runToEnd(host, { workflowId: "worker-loop" });
          const before = { ...world };
          const fromSeq = Math.floor(share * source.log.length);
          const replay = await forkToEnd(host, source.runId, { mode: "replay", fromSeq });
          expect(told(replay.log)).toEqual(told(source.log));
          expect(world).toEqual(before);
          const textsOf = async (runId: string) =>
            (await host.store.listDocuments(runId, "window")).map(({ value }) => {
              const { entries, tokenCount } = value as unknown as NonNullable<ReturnType<typeof parseWindow>>;
              return [tokenCount, entries?.map(({ rendered }) => rendered)];
            });
          expect(await textsOf(replay.runId)).toEqual(await textsOf(source.runId));
        }),
      ),
      { numRuns: 40, seed: 11 },
    );
  });
});

describe("the events of a run", () => {
  it("hold no text of its transcript, and name every summary they stand for", async () => {
    verifies("openwop/events/content-free");
    verifies("rfc-0111/scope/orchestrator-transcript-only");
    const secret = "the password is swordfish";
    const turns = Array.from({ length: 8 }, (_, turn) => [
      { text: `${secret} ${"and more ".repeat(40)}${turn}`, fails: turn === 2 },
    ]);
    const configuration: ContextBudgetConfiguration = {
      transcriptTokenBudget: 1_800,
      tokenCounter: "chars",
      summarization: { summarizer: digestSummarizer(), keepLastTurns: 1 },
    };
    await withHost({ turns, configuration }, async (host) => {
      const { runId, log } = await runToEnd(host, { workflowId: "worker-loop", inputs: { task: secret } });
      expect(JSON.stringify(log)).not.toContain("swordfish");
      const window = await callHost(host, `/v1/host/sample/agent/transcript-window?runId=${runId}&iteration=9`);
      const entries = window.body["entries"] as readonly { readonly rendered: string }[];
      // The task is sent at every turn, and is no part of the transcript.
      expect(entries.filter(({ rendered }) => rendered === secret)).toEqual([]);
      const known = new Set(log.map(({ eventId }) => eventId));
      for (const { payload } of log.filter(({ type }) => type === "context.summarized")) {
        expect((payload["replacedTurns"] as readonly string[]).filter((id) => !known.has(id))).toEqual([]);
      }
    });
  });
});
