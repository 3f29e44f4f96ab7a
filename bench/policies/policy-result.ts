import type { Recording } from "../../examples/replay-transcript/recording.ts";
import type { PolicyCall } from "./policy-call.ts";
import type { Policy } from "./policy-list.ts";
import type { ReplayedPolicy } from "./replay-policy.ts";
import { defectsBeyond } from "./request-defects.ts";

/** Tokens of a tokenizer like Claude's, by those of o200k. */
const claudeLike = 1.28;
/** What a token costs, by that of an uncached input token. */
const price = { cachedPrefix: 0.1, summarizerInput: 1, summarizerOutput: 5 };

/** A session under a policy, in numbers. */
export interface PolicyResult {
  readonly sent: number;
  readonly refused: number;
  readonly over: number;
  /** Over, were the counts those of a tokenizer like Claude's. */
  readonly overClaudeLike: number;
  /** Requests that a provider would reject for how the messages stand: for what the recording lacks, and for more than that. */
  readonly invalidAsRecorded: number;
  readonly invalidMade: number;
  readonly withoutTask: number;
  readonly summarizerCalls: number;
  readonly summarizerInput: number;
  readonly summarizerOutput: number;
  /** Summarizer calls whose own input was larger than the window. */
  readonly summarizerOver: number;
  readonly tokens: number;
  readonly largest: number;
  /** Share of the tokens that stood in the same place in the request before. */
  readonly prefixReuse: number;
  /** Requests that did not begin with the whole request before. */
  readonly rewrites: number;
  /** Cost by that of sending everything without caching, and with it. */
  readonly costOfUncached: number;
  readonly costOfCached: number;
  readonly recall: number;
  readonly seconds: number;
}

/** One line of the benchmark. */
export interface PolicyRow {
  readonly recording: Recording;
  readonly window: number;
  readonly policy: Policy;
  readonly result: PolicyResult;
}

/** Judges a replay by one of the same session in which everything was sent. */
export function policyResult(replayed: ReplayedPolicy, everything: ReplayedPolicy, window: number): PolicyResult {
  const { calls, summarizerCalls } = replayed;
  const recorded = new Map(everything.calls.map(({ position, defects }) => [position, defects]));
  const made = calls.map(({ position, defects }) => defectsBeyond(defects, recorded.get(position) ?? []).length);
  const tokens = sum(calls.map((call) => call.tokens));
  const cost = costOf(replayed);
  const recalls = calls.flatMap(({ recall }) => (recall === undefined ? [] : [recall]));
  return {
    sent: calls.length,
    refused: replayed.refused,
    over: calls.filter((call) => call.tokens > window).length,
    overClaudeLike: calls.filter((call) => Math.ceil(call.tokens * claudeLike) > window).length,
    invalidAsRecorded: calls.filter(({ defects }, index) => defects.length > (made[index] ?? 0)).length,
    invalidMade: made.filter((count) => count > 0).length,
    withoutTask: calls.filter(({ hasTask }) => !hasTask).length,
    summarizerCalls: summarizerCalls.length,
    summarizerInput: sum(summarizerCalls.map(({ inputTokens }) => inputTokens)),
    summarizerOutput: sum(summarizerCalls.map(({ outputTokens }) => outputTokens)),
    summarizerOver: summarizerCalls.filter(({ inputTokens }) => inputTokens > window).length,
    tokens,
    largest: largestRequest(replayed),
    prefixReuse: share(sum(calls.map(({ prefixTokens }) => prefixTokens)), tokens),
    rewrites: calls.filter(({ extendsPrevious }) => !extendsPrevious).length,
    costOfUncached: share(cost, sum(everything.calls.map((call) => call.tokens))),
    costOfCached: share(cost, costOf(everything)),
    recall: share(sum(recalls), recalls.length),
    seconds: replayed.seconds,
  };
}

export function largestRequest({ calls }: ReplayedPolicy): number {
  return Math.max(0, ...calls.map(({ tokens }) => tokens));
}

/** Input only: the answers are the same under every policy. */
function costOf({ calls, summarizerCalls }: ReplayedPolicy): number {
  const summarizer = summarizerCalls.map(
    ({ inputTokens, outputTokens }) => inputTokens * price.summarizerInput + outputTokens * price.summarizerOutput,
  );
  return sum([...calls.map(inputCost), ...summarizer]);
}

function inputCost({ tokens, prefixTokens }: PolicyCall): number {
  return tokens - prefixTokens + prefixTokens * price.cachedPrefix;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
