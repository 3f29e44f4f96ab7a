import type { SummaryRequest, SummaryUsage } from "@plimsoll/core";
import { errorName } from "./error-name.ts";
import type { FailedSummary, ReplacedTurn, SummaryNeed } from "./summary-need.ts";
import { untilAborted } from "./until-aborted.ts";

/** A turn, or a piece of one, as a summarizer is shown it. */
export type ShownTurn = Pick<ReplacedTurn, "messages" | "messageIds">;

/** What a summarizer is shown at once. */
export interface SummaryInput {
  readonly turns: readonly ShownTurn[];
  readonly previous: string | undefined;
}

/** A text that may stand in for its input, and what it cost. */
export interface Drafted {
  readonly kind: "drafted";
  readonly text: string;
  readonly usage: SummaryUsage | undefined;
}

/** The text of a summary, what all calls for it cost, and what nobody could be shown. */
export interface SummaryText extends Drafted {
  readonly uncovered: readonly (string | null)[];
}

/** Asks once. What comes back is a text with something in it, within the cap and well-formed, or a failure. */
export async function askSummarizer(need: SummaryNeed, input: SummaryInput): Promise<Drafted | FailedSummary> {
  const { summarizer, signal } = need;
  if (isAborted(need)) return failed("aborted");
  try {
    const asked = summarizer.summarize(requestOf(need, input), signal === undefined ? {} : { signal });
    const draft = await untilAborted(asked, signal);
    if (isAborted(need)) return failed("aborted");
    if (typeof draft?.text !== "string") return failed("summarizer-error");
    // Stores keep UTF-8, which has no lone surrogates.
    const text = draft.text.replace(/\p{Surrogate}/gu, "\ufffd");
    if (text.trim() === "") return failed("empty");
    if (need.counter.count(text) > capOf(need)) return failed("too-long");
    return { kind: "drafted", text, usage: checkedUsage(draft.usage) };
  } catch (error) {
    return { ...failed(isAborted(need) ? "aborted" : "summarizer-error"), error: errorName(error) };
  }
}

/** Numbers only: what a summarizer hands over may be anything. */
function checkedUsage(usage: SummaryUsage | undefined): SummaryUsage | undefined {
  const isCount = (value: unknown): boolean => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  return usage !== undefined && isCount(usage.inputTokens) && isCount(usage.outputTokens)
    ? { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }
    : undefined;
}

/** Whether the summarizer can take so much at once. */
export function fitsSummarizer(need: SummaryNeed, input: SummaryInput): boolean {
  const { maxInputTokens, inputTokens } = need.summarizer;
  if (maxInputTokens === undefined || inputTokens === undefined) return true;
  return inputTokens(requestOf(need, input)) <= maxInputTokens;
}

/** The sum of what was billed; undefined where nothing was. */
export function totalUsage(usages: readonly (SummaryUsage | undefined)[]): SummaryUsage | undefined {
  const known = usages.flatMap((usage) => usage ?? []);
  if (known.length === 0) return undefined;
  return {
    inputTokens: known.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    outputTokens: known.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  };
}

/** The cap, or half of what is replaced where that is less: as much as the plan reserved. */
function capOf({ maxTokens, tokensBefore, weigh }: SummaryNeed): number {
  const half = Math.floor(tokensBefore / 2) - weigh(longestArtifactId, "");
  return Math.min(maxTokens, Math.max(leastCap, half));
}

/** A text shorter than this says nothing of what it stands for. */
const leastCap = 64;

/** As long as every name is. */
const longestArtifactId = `ctxsum_${"0".repeat(24)}`;

function requestOf(need: SummaryNeed, { turns, previous }: SummaryInput): SummaryRequest {
  const { counter } = need;
  return {
    turns: turns.map(({ messages }) => ({ messages })),
    ...(previous === undefined ? {} : { previous }),
    maxTokens: capOf(need),
    count: (text) => counter.count(text),
  };
}

function isAborted({ signal }: SummaryNeed): boolean {
  return signal?.aborted === true;
}

function failed(reason: FailedSummary["reason"]): FailedSummary {
  return { kind: "failed", reason };
}
