import type { JsonObject } from "../log/json.ts";
import type { ParsedAppOptions } from "../options.ts";
import { contextBudgetCapability } from "./context-budget-capability.ts";

/** Of fixtures that only a host with a live model may name (RFC 0111, scope). */
const liveFixture = "conformance-context-budget-live";

/**
 * What the host claims: computed from its configuration, never typed. Families stand at the root alone (RFC 0073): the
 * deprecated mirror could only say the same or be wrong.
 */
export function discoveryDocument(options: ParsedAppOptions): JsonObject {
  const { implementation, maxLoopIterations, maxRequestBodyBytes } = options;
  const hasOrchestrator = [...options.workflows.values()].some(({ orchestrator }) => orchestrator !== undefined);
  return {
    protocolVersion: "1.0",
    supportedEnvelopes: [],
    schemaVersions: {},
    limits: { clarificationRounds: 0, schemaRounds: 0, envelopesPerTurn: 0, maxLoopIterations, maxRequestBodyBytes },
    supportedTransports: ["rest"],
    implementation: { ...implementation },
    fixtures: [...fixturesOf(options)],
    ...replayFamily(options),
    ...(hasOrchestrator ? orchestratorFamilies(options) : {}),
  };
}

/** Fixtures of the public suite that are bound; nothing else opts in to its scenarios. */
function fixturesOf({ workflows, contextBudget }: ParsedAppOptions): readonly string[] {
  const served = [...workflows.keys()].filter((id) => id.startsWith("conformance-"));
  return served.filter((id) => id !== liveFixture || contextBudget !== undefined);
}

function replayFamily({ workflows }: ParsedAppOptions): JsonObject {
  if (![...workflows.values()].some(({ replayable }) => replayable)) return {};
  return { replay: { supported: true, modes: ["replay", "branch"], sideEffectSuppression: "recorded-outcome" } };
}

/** An execution model of version 5 owes all of 1 to 5; the bound agents have them. */
function orchestratorFamilies(options: ParsedAppOptions): JsonObject {
  const { hostId, contextBudget } = options;
  const transcriptWindow = contextBudget?.transcriptWindow;
  return {
    orchestrator: { supported: true },
    dispatch: { supported: true, models: ["child-run"], fanOutSupported: false },
    multiAgent: {
      executionModel: {
        supported: true,
        version: 5,
        crossHostCausation: { supported: true, hostId, ancestryEndpointSupported: true },
        replayDeterminism: { supported: true, llmCacheKeyRecipe: "spec-rfc-0041", refusalDivergenceEmission: true },
        ...(transcriptWindow === undefined ? {} : { transcriptWindow }),
        ...(contextBudget === undefined ? {} : { contextBudget: contextBudgetCapability(contextBudget) }),
      },
    },
  };
}
