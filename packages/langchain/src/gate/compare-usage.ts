import type { LLMResult } from "@langchain/core/outputs";
import type { CompiledBudget } from "@plimsoll/core";
import type { GatedCall, UsageReport } from "./gate-report.ts";

/** A call that passed and has not been answered yet. */
export interface PendingCall {
  readonly call: GatedCall;
  readonly budget: CompiledBudget;
}

/** What answers were compared before. */
export type UsageSoFar = Pick<UsageReport, "calls" | "worstRatio">;

/**
 * Compares the usage that came with an answer with the ledger of its request; undefined where none came, or an answer
 * from LangChain's cache, which says 0. Pure.
 */
export function compareUsage(
  { call, budget }: PendingCall,
  output: LLMResult,
  before: UsageSoFar,
): UsageReport | undefined {
  const usage = usageOf(output);
  const reportedTokens = numberOf(usage["input_tokens"]) ?? 0;
  if (reportedTokens <= 0 || budget.totalInputTokens <= 0) return undefined;
  const details = fieldsOf(usage["input_token_details"]);
  const ratio = reportedTokens / budget.totalInputTokens;
  return {
    type: "context.usage",
    call,
    countedTokens: budget.totalInputTokens,
    reportedTokens,
    ratio,
    cacheReadTokens: numberOf(details["cache_read"]) ?? null,
    cacheWriteTokens: numberOf(details["cache_creation"]) ?? null,
    outputTokens: numberOf(usage["output_tokens"]) ?? 0,
    calls: before.calls + 1,
    worstRatio: Math.max(before.worstRatio, ratio),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function usageOf({ generations }: LLMResult): Fields {
  return fieldsOf(fieldsOf(fieldsOf(generations[0]?.[0])["message"])["usage_metadata"]);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
