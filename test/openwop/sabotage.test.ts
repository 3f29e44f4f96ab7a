import { digestSummarizer } from "@plimsoll/core";
import { conformanceFixtures } from "@plimsoll/openwop";
import { createWitness, hostChecks } from "@plimsoll/openwop/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedHost, startHost } from "./started-host.ts";
import { workerAgent } from "./worker-agent.ts";
import { verifies } from "../verifies.ts";

let host: StartedHost;
beforeAll(async () => {
  const turns = Array.from({ length: 8 }, (_, turn) => [
    { text: `Result ${turn}: ${"the total was right, ".repeat(18)}` },
  ]);
  const agent = workerAgent({ id: "conformance-context-budget-live", turns, world: { modelCalls: 0, work: 0 } });
  host = await startHost({
    workflows: [...conformanceFixtures(), agent],
    contextBudget: {
      transcriptTokenBudget: 2_600,
      tokenCounter: "chars",
      summarization: { summarizer: digestSummarizer(), keepLastTurns: 2 },
    },
    attestLiveModel: true,
  });
});
afterAll(() => host.server.close());

type Body = Record<string, unknown>;

interface Sabotage {
  /** What the host does wrong. */
  readonly what: string;
  /** The check that must see it. */
  readonly seenBy: string;
  /** Requests whose answers are falsified. */
  readonly at: RegExp;
  readonly falsify: (answer: { status: number; body: Body; headers: Headers }) => void;
}

const entriesOf = (body: Body) => body["entries"] as { eventId: string; rendered: string }[];
const eventsOf = (body: Body) => body["events"] as { type: string; payload: Body; sequence: number }[];
const budgetIn = (body: Body) => {
  const multiAgent = body["multiAgent"] as { readonly executionModel: { readonly contextBudget: Body } };
  return multiAgent.executionModel.contextBudget;
};
const window = /transcript-window/;
const log = /sample\/test\/runs/;
const discovery = /well-known/;

const sabotages: readonly Sabotage[] = [
  {
    what: "counts one too many",
    seenBy: "transcript/windows",
    at: window,
    falsify: ({ body }) => (body["tokenCount"] = Number(body["tokenCount"]) + 1),
  },
  {
    what: "counts in another unit than it says",
    seenBy: "transcript/windows",
    at: window,
    falsify: ({ body }) => (body["tokenCounter"] = "o200k_base"),
  },
  {
    what: "feeds more than its budget",
    seenBy: "transcript/windows",
    at: discovery,
    falsify: ({ body }) => (budgetIn(body)["transcriptTokenBudget"] = 300),
  },
  {
    what: "never comes near its budget",
    seenBy: "transcript/windows",
    at: /transcript-window|well-known/,
    falsify: ({ body }) =>
      "entries" in body
        ? Object.assign(body, { tokenCount: 0, entries: [], eventIds: [], summarizedRanges: [] })
        : body,
  },
  {
    what: "leaves the entries out",
    seenBy: "transcript/windows",
    at: window,
    falsify: ({ body }) => delete body["entries"],
  },
  {
    what: "renders nothing for what it fed",
    seenBy: "transcript/windows",
    at: window,
    falsify: ({ body }) => {
      const [first] = entriesOf(body);
      if (first !== undefined) {
        body["tokenCount"] = Number(body["tokenCount"]) - [...first.rendered].length;
        first.rendered = "";
      }
    },
  },
  {
    what: "leaves a hole in the tail",
    seenBy: "transcript/windows",
    at: window,
    falsify: ({ body }) => {
      const ids = body["eventIds"] as string[];
      const [gone] = ids.splice(1, 1);
      body["entries"] = entriesOf(body).filter(({ eventId }) => eventId !== gone);
      body["tokenCount"] = entriesOf(body).reduce((sum, { rendered }) => sum + [...rendered].length, 0);
    },
  },
  {
    what: "feeds events that are not in its log",
    seenBy: "transcript/windows",
    at: log,
    falsify: ({ body }) => (body["events"] = eventsOf(body).filter(({ type }) => type !== "agent.toolReturned")),
  },
  {
    what: "does not tell of a summary",
    seenBy: "transcript/windows",
    at: log,
    falsify: ({ body }) => (body["events"] = eventsOf(body).filter(({ type }) => type !== "context.summarized")),
  },
  {
    what: "promises more verbatim turns than it keeps",
    seenBy: "transcript/windows",
    at: discovery,
    falsify: ({ body }) => ((budgetIn(body)["summarization"] as Body)["keepLastTurns"] = 9),
  },
  {
    what: "drops turns without a summary",
    seenBy: "transcript/windows",
    at: window,
    falsify: ({ body }) => {
      const ranges = body["summarizedRanges"] as unknown[];
      if (ranges.length > 0) {
        body["summarizedRanges"] = [];
        body["entries"] = entriesOf(body).slice(1);
        body["tokenCount"] = entriesOf(body).reduce((sum, { rendered }) => sum + [...rendered].length, 0);
      }
    },
  },
  {
    what: "has turns past the last",
    seenBy: "transcript/turns",
    at: /iteration=10/,
    falsify: (answer) => {
      answer.status = 404;
    },
  },
  {
    what: "numbers its turns from 0",
    seenBy: "transcript/turns",
    at: log,
    falsify: ({ body }) =>
      eventsOf(body).forEach(({ payload }) => {
        if ("iteration" in payload && "decision" in payload) payload["iteration"] = Number(payload["iteration"]) - 1;
      }),
  },
  {
    what: "feeds another text than the artifact's",
    seenBy: "transcript/summary-artifacts",
    at: /artifacts/,
    falsify: ({ body }) => (body["text"] = "another summary"),
  },
  {
    what: "adds a key to the event",
    seenBy: "transcript/summary-artifacts",
    at: log,
    falsify: ({ body }) =>
      eventsOf(body).forEach(({ type, payload }) => {
        if (type === "context.summarized") payload["preview"] = "text";
      }),
  },
  {
    what: "serves no artifacts of forks",
    seenBy: "replay/same-transcripts",
    at: /artifacts/,
    falsify: (answer) => {
      answer.status = 404;
    },
  },
  {
    what: "sends a fourth key with its errors",
    seenBy: "runs/errors",
    at: /v1\/runs/,
    falsify: ({ status, body }) => {
      if (status >= 400) body["trace"] = "x";
    },
  },
  {
    what: "answers a stranger",
    seenBy: "seams/authenticated",
    at: /sample/,
    falsify: (answer) => {
      if (answer.status === 401) answer.status = 200;
    },
  },
  {
    what: "skips a sequence",
    seenBy: "runs/log",
    at: /events\/poll/,
    falsify: ({ body }) =>
      eventsOf(body).forEach((event) => {
        if (event.sequence > 1) event.sequence++;
      }),
  },
  {
    what: "takes 0 for nothing",
    seenBy: "runs/poll-cursor",
    at: /lastSequence=0/,
    falsify: ({ body }) => (body["events"] = []),
  },
  {
    what: "claims a budget without its unit",
    seenBy: "discovery/context-budget",
    at: discovery,
    falsify: ({ body }) => delete budgetIn(body)["tokenCounter"],
  },
  {
    what: "claims more than the schema has",
    seenBy: "discovery/context-budget",
    at: discovery,
    falsify: ({ body }) => (budgetIn(body)["compression"] = true),
  },
  {
    what: "says something else in its mirror",
    seenBy: "discovery/mirror",
    at: discovery,
    falsify: ({ body }) => (body["capabilities"] = { replay: { supported: false } }),
  },
  {
    what: "sends its document without a lifetime",
    seenBy: "discovery/document",
    at: discovery,
    falsify: ({ headers }) => headers.delete("cache-control"),
  },
];

/** A host whose answers are falsified on their way. */
function falsified({ at, falsify }: Sabotage): StartedHost {
  const forged: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!at.test(String(input))) return response;
    const text = await response.text();
    const answer = {
      status: response.status,
      body: (text === "" ? {} : JSON.parse(text)) as Body,
      headers: new Headers(response.headers),
    };
    falsify(answer);
    answer.headers.delete("content-length");
    const bare = [204, 304].includes(answer.status);
    return new Response(bare ? null : JSON.stringify(answer.body), { status: answer.status, headers: answer.headers });
  };
  return { ...host, fetch: forged };
}

const outcomeOf = async (checked: StartedHost, id: string) => {
  const check = hostChecks.find((candidate) => candidate.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  return check
    .check(checked, createWitness(checked))
    .catch((error: unknown) => ({ kind: "failed" as const, problems: [String(error)] }));
};

describe("the checks of a host", () => {
  it("all pass on the host as it is", async () => {
    verifies(
      "openwop/discovery/families-at-root",
      "openwop/discovery/not-modified",
      "openwop/auth/tenants",
      "openwop/errors/closed",
      "openwop/runs/unknown-workflow",
      "openwop/poll/cursor",
      "openwop/idempotency/mismatch",
      "openwop/fork/points",
      "openwop/seams/authenticated",
    );
    const witness = createWitness(host);
    for (const { id, check } of hostChecks) expect([id, await check(host, witness)]).toEqual([id, { kind: "passed" }]);
  });

  it.each(sabotages.map((sabotage) => [sabotage.what, sabotage.seenBy, sabotage] as const))(
    "see a host that %s (%s)",
    async (_what, seenBy, sabotage) => {
      verifies("openwop/seams/past-the-end");
      expect((await outcomeOf(falsified(sabotage), seenBy)).kind).toBe("failed");
    },
  );

  it("see a replay that says something else", async () => {
    const { runId } = await createWitness(host).run();
    const forged = falsified({
      what: "",
      seenBy: "",
      at: log,
      falsify: ({ body }) => {
        const isFork = !JSON.stringify(body).includes(`"runId":"${runId}"`);
        if (isFork)
          eventsOf(body).forEach(({ type, payload }) => {
            if (type === "context.summarized") payload["replacedTurns"] = ["other"];
          });
      },
    });
    const witness = createWitness(forged);
    const check = hostChecks.find(({ id }) => id === "replay/same-run");
    const real = await createWitness(host).run();
    const outcome = await check?.check(forged, { ...witness, run: async () => real });
    expect(outcome?.kind).toBe("failed");
  });
});
