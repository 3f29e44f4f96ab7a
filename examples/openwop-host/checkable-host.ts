import { ChatOpenAI } from "@langchain/openai";
import { digestSummarizer } from "@plimsoll/core";
import { loadTiktokenCounter } from "@plimsoll/core/tiktoken";
import {
  conformanceFixtures,
  type ContextBudgetConfiguration,
  createOpenwopApp,
  type HostStore,
  type OpenwopApp,
  type Principal,
} from "@plimsoll/openwop";
import { contextBudgetFixture } from "@plimsoll/openwop/langchain";
import { startModelServer } from "./model-server.ts";

export type Unit = "chars" | "o200k_base" | "cl100k_base";

export interface CheckableHostOptions {
  readonly store: HostStore;
  /** Bearer tokens, each of a tenant of its own. */
  readonly keys: readonly string[];
  readonly seams: boolean;
  readonly counter: Unit;
}

const scopes = ["manifest:read", "runs:create", "runs:read", "runs:cancel", "artifacts:read"] as const;
const rounds = 8;

/**
 * A host for outside suites: the public fixtures, and the live one driven by a real provider client. The provider is a
 * server on this machine that follows a rule: what is checked is the host, not a model.
 */
export async function checkableHost(options: CheckableHostOptions): Promise<OpenwopApp> {
  const provider = await startModelServer(rounds);
  const model = new ChatOpenAI({
    model: "gpt-4o",
    apiKey: "none",
    temperature: 0,
    maxRetries: 0,
    configuration: { baseURL: provider.url },
  });
  const tenants = new Map(
    options.keys.map((key, index): [string, Principal] => [key, { tenant: `tenant-${index + 1}`, scopes }]),
  );
  const host = createOpenwopApp({
    workflows: [...conformanceFixtures(), contextBudgetFixture({ model, rounds, budget: { contextWindow: 128_000 } })],
    authenticate: (token) => tenants.get(token),
    hostId: "plimsoll-example-host",
    implementation: { name: "plimsoll", vendor: "plimsoll" },
    store: options.store,
    contextBudget: await contextBudgetIn(options.counter),
    // For the purpose of checking the host: the loop runs real model turns through a real client.
    attestLiveModel: true,
    seams: options.seams,
    environment: { OPENWOP_TEST_SEAM_ENABLED: "true" },
  });
  return { ...host, close: async () => void (await Promise.all([host.close(), provider.close()])) };
}

async function contextBudgetIn(tokenCounter: Unit): Promise<ContextBudgetConfiguration> {
  const summarization = { summarizer: digestSummarizer(), keepLastTurns: 2 };
  if (tokenCounter === "chars") return { transcriptTokenBudget: 2_000, tokenCounter, summarization };
  return { transcriptTokenBudget: 520, tokenCounter, counter: await loadTiktokenCounter(tokenCounter), summarization };
}
