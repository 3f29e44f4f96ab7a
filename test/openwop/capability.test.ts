import { readFileSync } from "node:fs";
import { digestSummarizer, type TokenCounter } from "@plimsoll/core";
import {
  conformanceFixtures,
  type ContextBudgetConfiguration,
  createOpenwopApp,
  type OpenwopAppOptions,
} from "@plimsoll/openwop";
import { Ajv } from "ajv";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../verifies.ts";
import { type StartedHost, startHost } from "./started-host.ts";
import { workerAgent } from "./worker-agent.ts";

const hosts: StartedHost[] = [];
afterAll(() => Promise.all(hosts.map(({ server }) => server.close())));

const agent = workerAgent({ id: "conformance-context-budget-live", turns: [], world: { modelCalls: 0, work: 0 } });
const schemaFile = new URL("./context-budget.schema.json", import.meta.url);
const contextBudgetSchema = JSON.parse(readFileSync(schemaFile, "utf8")) as object;
const isValid = new Ajv({ strict: false }).compile(contextBudgetSchema);
const counter = (id: string): TokenCounter => ({
  id,
  version: "1",
  exactness: "exact",
  unit: "tokens",
  count: (text) => text.length,
});

type Json = Readonly<Record<string, unknown>>;

/** The discovery document of a started host. */
async function discover(options: Partial<OpenwopAppOptions> = {}): Promise<Json> {
  const host = await startHost({ workflows: [...conformanceFixtures(), agent], attestLiveModel: true, ...options });
  hosts.push(host);
  const response = await fetch(`${host.baseUrl}/.well-known/openwop`);
  expect(response.status).toBe(200);
  return (await response.json()) as Json;
}

const modelOf = (document: Json) =>
  (document["multiAgent"] as { readonly executionModel: Json } | undefined)?.executionModel;
const budgetOf = (document: Json) => modelOf(document)?.["contextBudget"] as Json | undefined;

function create(options: Partial<OpenwopAppOptions>) {
  return createOpenwopApp({
    workflows: [agent],
    authenticate: () => undefined,
    hostId: "host",
    attestLiveModel: true,
    ...options,
  });
}

const summarization = { summarizer: digestSummarizer() };

describe("the capability", () => {
  it("stands in the execution model of version 5, beside transcriptWindow, as it is configured", async () => {
    verifies("openwop/discovery/public");
    verifies(
      "rfc-0111/capability/location",
      "rfc-0111/capability/version-gate",
      "rfc-0111/example/positive-is-valid",
      "rfc-0111/bound/counter-advertised",
    );
    const document = await discover({
      contextBudget: {
        transcriptTokenBudget: 4_000,
        tokenCounter: "o200k_base",
        counter: counter("o200k_base"),
        transcriptWindow: 12,
        summarization: { ...summarization, strategy: "sliding-window", keepLastTurns: 3 },
      },
    });
    expect(modelOf(document)).toMatchObject({ supported: true, version: 5, transcriptWindow: 12 });
    expect(budgetOf(document)).toEqual({
      transcriptTokenBudget: 4_000,
      tokenCounter: "o200k_base",
      summarization: { supported: true, strategy: "sliding-window", keepLastTurns: 3 },
    });
  });

  it("is valid, closed and computed, whatever the configuration", async () => {
    verifies(
      "rfc-0111/capability/budget-is-closed",
      "rfc-0111/capability/budget-is-positive-integer",
      "rfc-0111/capability/counter-enum",
      "rfc-0111/capability/summarization-is-closed",
      "rfc-0111/capability/supported-is-required",
      "rfc-0111/capability/supported-is-boolean",
      "rfc-0111/capability/strategy-enum",
      "rfc-0111/capability/keep-last-turns-is-natural",
    );
    const units = fc.constantFrom("o200k_base", "cl100k_base", "chars", "host-defined");
    const configuration = fc.record(
      {
        transcriptTokenBudget: fc.integer({ min: 1, max: 1_000_000 }),
        transcriptWindow: fc.integer({ min: 1, max: 500 }),
        summarization: fc.record(
          {
            summarizer: fc.constant(digestSummarizer()),
            strategy: fc.constantFrom("sliding-window", "recursive", "map-reduce"),
            keepLastTurns: fc.nat(9),
          },
          { requiredKeys: ["summarizer"] },
        ),
      },
      { requiredKeys: [] },
    );
    const asked = fc
      .tuple(configuration, units)
      .map(([rest, tokenCounter]) => ({ ...rest, tokenCounter, counter: counter(tokenCounter) }));
    await fc.assert(
      fc.asyncProperty(asked, async (contextBudget) => {
        const app = create({ contextBudget: contextBudget as ContextBudgetConfiguration });
        const response = await app.fetch(new Request("http://host/.well-known/openwop"));
        const told = budgetOf((await response.json()) as Json);
        expect(isValid(told)).toBe(true);
        expect(told?.["transcriptTokenBudget"]).toBe(contextBudget.transcriptTokenBudget);
        expect(told?.["tokenCounter"]).toBe(contextBudget.tokenCounter);
        expect(told !== undefined && "summarization" in told).toBe(contextBudget.summarization !== undefined);
      }),
      { numRuns: 60 },
    );
  });

  it("has a schema that fails a budget without its unit", () => {
    verifies("rfc-0111/example/budget-without-counter-fails");
    expect(isValid({ transcriptTokenBudget: 4_000 })).toBe(false);
    expect(isValid({ transcriptTokenBudget: 4_000, tokenCounter: "chars" })).toBe(true);
    expect(isValid({ transcriptTokenBudget: 4_000, tokenCounter: "chars", other: 1 })).toBe(false);
  });

  it("names a budget alone where nobody summarizes, and a summarizer alone where there is no budget", async () => {
    verifies(
      "rfc-0111/scope/budget-only-valid",
      "rfc-0111/capability/budget-absent-no-bound",
      "rfc-0111/replay/unrecorded-not-advertised",
    );
    const budgetOnly = await discover({ contextBudget: { transcriptTokenBudget: 900, tokenCounter: "chars" } });
    // Whatever would be summarized without a record is not claimed: there is no way to configure it.
    expect(budgetOf(budgetOnly)).toEqual({ transcriptTokenBudget: 900, tokenCounter: "chars" });
    const summaryOnly = await discover({ contextBudget: { summarization } });
    expect(budgetOf(summaryOnly)).toEqual({
      summarization: { supported: true, strategy: "sliding-window", keepLastTurns: 3 },
    });
  });

  it("is absent where it is not configured, and the rest of the document is the same with it", async () => {
    verifies("openwop/discovery/fixtures");
    verifies("rfc-0111/compatibility/omitted-changes-nothing", "rfc-0111/compatibility/no-field-changes");
    const without = await discover();
    const { multiAgent: plain, fixtures: plainFixtures, ...rest } = without;
    expect(modelOf(without)).not.toHaveProperty("contextBudget");
    expect(modelOf(without)).not.toHaveProperty("transcriptWindow");
    const {
      multiAgent: bounded,
      fixtures,
      ...others
    } = await discover({
      contextBudget: { transcriptTokenBudget: 900, tokenCounter: "chars" },
    });
    expect(others).toEqual(rest);
    const { contextBudget: _budget, ...model } = (bounded as { readonly executionModel: Json }).executionModel;
    expect({ executionModel: model }).toEqual(plain);
    expect(fixtures).toEqual([...(plainFixtures as readonly string[]), "conformance-context-budget-live"]);
  });

  it("is nowhere in a host without an orchestrator", async () => {
    const document = await discover({ workflows: conformanceFixtures(), attestLiveModel: false });
    expect(document).not.toHaveProperty("multiAgent");
    expect(document).not.toHaveProperty("orchestrator");
    expect(document).not.toHaveProperty("dispatch");
  });
});

const budget = { transcriptTokenBudget: 900, tokenCounter: "chars" } as const;

describe("createOpenwopApp refuses", () => {
  it.each<[string, Partial<OpenwopAppOptions>, string]>([
    [
      "a budget without its unit",
      { contextBudget: { transcriptTokenBudget: 900 } },
      "transcriptTokenBudget is 900 of no unit; set contextBudget.tokenCounter",
    ],
    ["a claim nobody attests", { contextBudget: budget, attestLiveModel: false }, "attestLiveModel is not"],
    [
      "a window nobody attests",
      { contextBudget: { transcriptWindow: 3 }, attestLiveModel: false },
      "attestLiveModel is not",
    ],
    [
      "a budget without an orchestrator",
      { contextBudget: budget, workflows: conformanceFixtures() },
      "no workflow has an orchestrator",
    ],
    [
      "a budget of nothing",
      { contextBudget: { ...budget, transcriptTokenBudget: 0 } },
      "contextBudget.transcriptTokenBudget",
    ],
    [
      "half a token",
      { contextBudget: { ...budget, transcriptTokenBudget: 1.5 } },
      "contextBudget.transcriptTokenBudget",
    ],
    [
      "a negative keep",
      { contextBudget: { ...budget, summarization: { ...summarization, keepLastTurns: -1 } } },
      "contextBudget.summarization.keepLastTurns",
    ],
    [
      "an encoding without its counter",
      { contextBudget: { ...budget, tokenCounter: "o200k_base" } },
      'pass await loadTiktokenCounter("o200k_base")',
    ],
    [
      "another encoding's counter",
      { contextBudget: { ...budget, tokenCounter: "o200k_base", counter: counter("cl100k_base") } },
      "contextBudget.counter is cl100k_base",
    ],
    [
      "a unit of its own without a counter",
      { contextBudget: { ...budget, tokenCounter: "host-defined" } },
      "pass the counter that counts it",
    ],
    [
      "a summarizer that is none",
      { contextBudget: { ...budget, summarization: { summarizer: {} as never } } },
      "contextBudget.summarization.summarizer",
    ],
    ["an unknown key", { contextBudget: { ...budget, tokens: 3 } as never }, "Unrecognized key"],
    [
      "two workflows of one id",
      { workflows: [agent, agent] },
      "two workflows have the id conformance-context-budget-live",
    ],
    ["no workflows", { workflows: [] }, "workflows"],
    ["a host without a name", { hostId: "" }, "hostId"],
    ["a store that is none", { store: {} as never }, "expected a HostStore"],
  ])("%s", (_what, options, message) => {
    verifies(
      "rfc-0111/capability/counter-required-with-budget",
      "rfc-0111/scope/no-model-turns-no-advertisement",
      "rfc-0111/scope/transcript-window-honest",
    );
    expect(() => create(options)).toThrow(message);
    expect(() => create(options)).toThrow("[invalid_options] createOpenwopApp");
  });
});
