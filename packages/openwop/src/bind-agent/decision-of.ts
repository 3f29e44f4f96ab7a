import type { AIMessage, UsageMetadata } from "@langchain/core/messages";
import type { OrchestratorDecision, ProviderUsagePayload } from "../log/run-event.ts";

/** What an answer of the supervisor's model decides: workers are the tools it calls; an answer without calls ends the loop. */
export function decisionOf({ tool_calls: calls = [] }: AIMessage): OrchestratorDecision {
  if (calls.length === 0) return { kind: "terminate", reason: "answered" };
  return { kind: "next-worker", nextWorkerIds: calls.map(({ name }) => name) };
}

/** What the provider reported of a call; undefined where it reported nothing. */
export function usageOf(
  { usage_metadata, response_metadata: metadata }: AIMessage,
  called: { readonly provider: string; readonly model: string; readonly nodeId: string },
): ProviderUsagePayload | undefined {
  const usage = usage_metadata as UsageMetadata | undefined;
  if (usage === undefined) return undefined;
  const { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: totalTokens } = usage;
  const { cache_read: cacheReadTokens, cache_creation: cacheWriteTokens } = usage.input_token_details ?? {};
  return {
    provider: text(metadata["model_provider"]) ?? called.provider,
    model: text(metadata["model_name"]) ?? called.model,
    inputTokens,
    outputTokens,
    totalTokens,
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    nodeId: called.nodeId,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
