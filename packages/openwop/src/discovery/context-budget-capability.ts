import type { ContextBudgetConfiguration, SummarizationConfiguration } from "../context-budget-configuration.ts";
import type { JsonObject } from "../log/json.ts";

/** Turns kept verbatim where nothing is configured: the last steps carry the thread of the work. */
export const defaultKeepLastTurns = 3;

/** RFC 0111, capability surface: closed, and complete as it is configured. Summarization is named only where there is a summarizer. */
export function contextBudgetCapability(configuration: ContextBudgetConfiguration): JsonObject {
  const { transcriptTokenBudget, tokenCounter, summarization } = configuration;
  return {
    ...(transcriptTokenBudget === undefined ? {} : { transcriptTokenBudget }),
    ...(tokenCounter === undefined ? {} : { tokenCounter }),
    ...(summarization === undefined ? {} : { summarization: summarizationCapability(summarization) }),
  };
}

function summarizationCapability({ summarizer, strategy, keepLastTurns }: SummarizationConfiguration): JsonObject {
  return {
    supported: true,
    strategy: strategy ?? summarizer.defaultStrategy,
    keepLastTurns: keepLastTurns ?? defaultKeepLastTurns,
  };
}
