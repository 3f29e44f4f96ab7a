import { digestSummarizer } from "@plimsoll/core";
import { loadTiktokenCounter } from "@plimsoll/core/tiktoken";
import { type ContextBudgetConfiguration, conformanceFixtures } from "@plimsoll/openwop";
import { hostConformanceSuite } from "@plimsoll/openwop/testing";
import { afterAll, describe, expect, it } from "vitest";
import { type StartedHost, startHost } from "./started-host.ts";
import { workerAgent } from "./worker-agent.ts";

const hosts: StartedHost[] = [];
afterAll(async () => {
  await Promise.all(hosts.map(({ server }) => server.close()));
  expect(hosts.flatMap(({ errors }) => errors)).toEqual([]);
});

const summarization = { summarizer: digestSummarizer(), keepLastTurns: 2 };

const budgets: Readonly<Record<string, () => Promise<ContextBudgetConfiguration>>> = {
  chars: async () => ({ transcriptTokenBudget: 4_000, tokenCounter: "chars", summarization }),
  "chars, entries": async () => ({
    transcriptTokenBudget: 100_000,
    transcriptWindow: 7,
    tokenCounter: "chars",
    summarization,
  }),
  o200k_base: async () => ({
    transcriptTokenBudget: 800,
    tokenCounter: "o200k_base",
    counter: await loadTiktokenCounter("o200k_base"),
    summarization,
  }),
  cl100k_base: async () => ({
    transcriptTokenBudget: 800,
    tokenCounter: "cl100k_base",
    counter: await loadTiktokenCounter("cl100k_base"),
    summarization: { ...summarization, strategy: "recursive" },
  }),
  "host-defined": async () => ({
    transcriptTokenBudget: 900,
    tokenCounter: "host-defined",
    counter: {
      id: "words-and-a-half",
      version: "1",
      exactness: "conservative",
      unit: "tokens",
      count: (text) => Math.ceil(text.length / 3),
    },
    summarization,
  }),
};

const text = (turn: number, call: number) =>
  `Result ${turn}.${call}: read src/ledger/row_${turn}.ts and found ${"the total was right, ".repeat(18)}🙂 ok`;
const turns = Array.from({ length: 9 }, (_, turn) =>
  Array.from({ length: turn === 4 ? 3 : 1 }, (_work, call) => ({ text: text(turn, call), fails: turn === 2 })),
);

describe.each(Object.entries(budgets))("a host that counts in %s", (_unit, budget) => {
  hostConformanceSuite(
    { describe, it, expect },
    {
      async host() {
        const agent = workerAgent({ id: "conformance-context-budget-live", turns, world: { modelCalls: 0, work: 0 } });
        const host = await startHost({
          workflows: [...conformanceFixtures(), agent],
          contextBudget: await budget(),
          attestLiveModel: true,
        });
        hosts.push(host);
        return host;
      },
      onInapplicable: (id, reason) => console.log(`inapplicable: ${id}: ${reason}`),
      required: "all",
    },
  );
});

describe("a host without a budget", () => {
  hostConformanceSuite(
    { describe, it, expect },
    {
      async host() {
        const host = await startHost({ workflows: conformanceFixtures() });
        hosts.push(host);
        return host;
      },
      onInapplicable: (_id, reason) => expect(reason).toMatch(/contextBudget|transcriptTokenBudget/),
    },
  );
});
