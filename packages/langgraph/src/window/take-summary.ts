import { tellOfSummary } from "./tell-of-summary.ts";
import { neededArtifactId, resolveSummary } from "../summaries/resolve-summary.ts";
import type { ReplacedTurn, SummaryNeed } from "../summaries/summary-need.ts";
import type { LineInput } from "./line-input.ts";
import { ascending, contentsOf } from "./open-window.ts";
import type { WeighedWindow } from "./plan-turns.ts";
import type { SummaryStep } from "./summary-run.ts";
import { summaryTokens, transcriptTokens } from "./transcript-count.ts";
import type { TranscriptWindow } from "./window-entries.ts";

/**
 * Puts a recorded summary in the place of these turns and of everything that is out already; makes and records it
 * first where there is none. Undefined where it could not be had, which is told of and has changed nothing.
 */
export async function takeSummary(
  input: LineInput,
  weighed: WeighedWindow,
  step: SummaryStep,
): Promise<TranscriptWindow | undefined> {
  const { window } = weighed;
  const covers = new Set([...window.out, ...step.turns]);
  const need = summaryNeed(input, weighed, { ...step, covers });
  if (need === undefined) return undefined;
  const teller = tellOfSummary(input.run, { ...need, artifactId: neededArtifactId(need) }, step);
  const outcome = await resolveSummary({ ...need, onAsk: teller.started });
  await teller.ended(outcome);
  if (outcome.kind === "failed") {
    // A run that was called off goes no further down the ladder.
    if (outcome.reason === "aborted") input.run.signal?.throwIfAborted();
    return undefined;
  }
  return {
    ...window,
    out: covers,
    summary: { record: outcome.record, covers, source: outcome.kind, isInlined: false },
  };
}

function summaryNeed(
  { policy, run, digest }: LineInput,
  { window, budget }: WeighedWindow,
  { turns, covers }: SummaryStep & { readonly covers: ReadonlySet<number> },
): Omit<SummaryNeed, "onAsk"> | undefined {
  const { summary } = policy;
  if (summary === undefined) return undefined;
  const { counter } = summary;
  const replaced = contentsOf(window.transcript, turns).flat();
  const standing = window.summary?.record;
  const tokensBefore =
    replaced.reduce((sum, content) => sum + transcriptTokens(content, counter), 0) +
    (standing === undefined ? 0 : summaryTokens(standing.artifactId, standing.text, counter));
  return {
    store: run.store,
    scope: run.scope,
    namespace: run.namespace,
    iteration: run.iteration,
    signal: run.signal,
    baseCheckpointId: run.baseCheckpointId,
    conversationTurns: window.transcript.turns.length,
    summarizer: summary.summarizer,
    // Originals that were rewritten cannot be read again.
    strategy: window.summary?.isInlined === true ? "recursive" : summary.strategy,
    digest,
    counter,
    maxTokens: summary.maxTokens,
    minimumGain: summary.minimumGain,
    turns: replacedTurns(window, ascending(covers)),
    previous: standing,
    tokensBefore,
    weigh: (artifactId, text) => summaryTokens(artifactId, text, counter),
    requestFingerprint: budget.requestFingerprint,
  };
}

/** Turns with their content and message ids, in the order of the transcript. */
export function replacedTurns(
  { transcript, summary }: TranscriptWindow,
  turns: readonly number[],
): readonly ReplacedTurn[] {
  const contents = contentsOf(transcript, turns);
  return turns.map((turn, place) => ({
    messages: contents[place] ?? [],
    messageIds: (transcript.turns[turn]?.entries ?? []).map((entry) => transcript.messages[entry]?.id ?? null),
    isCovered: summary?.covers.has(turn) === true,
  }));
}
