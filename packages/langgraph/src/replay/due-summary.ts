import { digestTurns, type SummaryRecord } from "@plimsoll/core";
import { summaryUnavailable } from "../pins/summary-unavailable.ts";
import type { LineInput } from "../window/line-input.ts";
import { contentsOf } from "../window/open-window.ts";
import type { WeighedWindow } from "../window/plan-turns.ts";
import type { TranscriptWindow } from "../window/window-entries.ts";
import type { ReplayPlan } from "./replay-plan.ts";

/** A recorded summary that the source took at this model call, and the turns it stands for here. */
export interface DueSummary {
  readonly record: SummaryRecord;
  readonly covers: ReadonlySet<number>;
}

/**
 * Whether the source's records say at which model call of this graph each was taken: they are one chain, and its calls
 * count on. Not so for a thread with several branches, a subgraph whose count begins anew with every run, or a call that
 * the provider refused as too long and that was made again.
 */
export function isChain({ namespace }: LineInput["run"], { records }: ReplayPlan): boolean {
  const own = records.filter((record) => record.namespace === namespace);
  return own.slice(1).every(({ previous, iteration }, index) => {
    const before = own[index];
    return before !== undefined && previous === before.artifactId && iteration > before.iteration;
  });
}

/**
 * The summary the source took at this model call; undefined where it took none, or it stands already. Found by the call
 * and the content it replaces, not by how it was made: options may have changed since.
 *
 * @throws PlimsollError `replay_context_summary_unavailable` where the source took one that stands for other content.
 */
export function dueSummary(
  { run, digest }: LineInput,
  { window }: WeighedWindow,
  { records, fromSeq }: ReplayPlan,
): DueSummary | undefined {
  const record = records.find((each) => each.namespace === run.namespace && each.iteration === run.iteration);
  if (record === undefined || record.artifactId === window.summary?.record.artifactId) return undefined;
  const { turnCount, inputDigest, artifactId } = record;
  const turns = coverable(window);
  const digests = digestTurns(contentsOf(window.transcript, turns), digest);
  if (turnCount >= window.out.size && digests[turnCount - 1] === inputDigest)
    return { record, covers: new Set(turns.slice(0, turnCount)) };
  const why = "was taken at this model call, and stands for other turns than the replay's";
  throw summaryUnavailable({ summaryRef: artifactId, why, fromSeq });
}

/** What is out, and what may follow it, oldest first: never system text, the task or frames. */
function coverable({ transcript, out }: TranscriptWindow): readonly number[] {
  return [...transcript.turns.keys()].filter((turn) => {
    const { pinned = true, conversation = false } = transcript.turns[turn] ?? {};
    return out.has(turn) || (conversation && !pinned);
  });
}

/** Whether the source's records say what it did at this model call: also where they say that it took no summary. */
export function isRecorded({ namespace, iteration }: LineInput["run"], { records }: ReplayPlan): boolean {
  return records.some((record) => record.namespace === namespace && record.iteration >= iteration);
}
