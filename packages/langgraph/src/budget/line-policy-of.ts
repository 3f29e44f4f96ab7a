import type { TokenCounter } from "@plimsoll/core";
import type { LinePolicy, SummaryLinePolicy, TranscriptPolicy } from "../window/line-policy.ts";
import type { ParsedBudgetOptions } from "./budget-options.ts";

/** A summary's cap where the summarizer names none: what a model writes costs five times what it reads, and grows vague with length. */
const usualCap = { partOfWindow: 20, tokens: 2_000 };

/** No more of a bounded transcript than this is given to the summary. */
const partOfTranscript = 4;

/** The policy for a request of this window, counted by this counter. */
export function linePolicyOf(options: ParsedBudgetOptions, contextWindow: number, counter: TokenCounter): LinePolicy {
  const transcript = transcriptPolicyOf(options, counter);
  return {
    compaction: options.compaction,
    keepLastTurns: options.keepLastTurns,
    lowWater: options.lowWater,
    summary: summaryPolicyOf(options, contextWindow, transcript?.counter ?? counter),
    clipKeptTurns: options.clipKeptTurns,
    transcript,
  };
}

function transcriptPolicyOf(options: ParsedBudgetOptions, counter: TokenCounter): TranscriptPolicy | undefined {
  const { transcriptTokenBudget: tokenBudget, transcriptWindow: entryBudget } = options;
  if (tokenBudget === undefined && entryBudget === undefined) return undefined;
  return { tokenBudget, entryBudget, counter: options.transcriptCounter ?? counter };
}

function summaryPolicyOf(
  options: ParsedBudgetOptions,
  contextWindow: number,
  counter: TokenCounter,
): SummaryLinePolicy | undefined {
  const { summarizer, strategy, minimumGain, maxSummaryTokens, transcriptTokenBudget } = options;
  if (summarizer === false) return undefined;
  const cap = summarizer.defaultCap ?? usualCap;
  const caps = [
    cap.tokens,
    contextWindow / cap.partOfWindow,
    ...(transcriptTokenBudget === undefined ? [] : [transcriptTokenBudget / partOfTranscript]),
  ];
  return {
    summarizer,
    strategy: strategy ?? summarizer.defaultStrategy,
    maxTokens: maxSummaryTokens ?? Math.max(1, Math.floor(Math.min(...caps))),
    counter,
    minimumGain,
  };
}
