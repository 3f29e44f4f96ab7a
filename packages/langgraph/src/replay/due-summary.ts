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
  const standing = window.summary?.record.artifactId;
  const due = records.filter(({ namespace, iteration }) => namespace === run.namespace && iteration === run.iteration);
  const [first] = due;
  if (first === undefined || due.some(({ artifactId }) => artifactId === standing)) return undefined;
  const turns = coverable(window);
  const digests = digestTurns(contentsOf(window.transcript, turns), digest);
  const fitting = due.filter(
    ({ turnCount, inputDigest }) => turnCount >= window.out.size && digests[turnCount - 1] === inputDigest,
  );
  // A call that the provider refused as too long was made again, with more replaced.
  const record = run.isRecovery === true ? fitting.at(-1) : fitting[0];
  if (record !== undefined) return { record, covers: new Set(turns.slice(0, record.turnCount)) };
  const why = "was taken at this model call, and stands for other turns than the replay's";
  throw summaryUnavailable({ summaryRef: first.artifactId, why, fromSeq });
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

/**
 * Ids of everything a summary stands for as the source told them, in the order of the turns: those of it and of the
 * summaries before it are in their records. What was replaced before the replay's start has its ids here as well.
 */
export function recordedIds(
  record: SummaryRecord,
  plan: ReplayPlan,
  turns: readonly { readonly messageIds: readonly (string | null)[]; readonly isCovered: boolean }[],
): readonly (string | null)[] {
  const here = turns.flatMap(({ messageIds }) => messageIds);
  const covered = turns.flatMap(({ messageIds, isCovered }) => (isCovered ? messageIds : []));
  const chain = chainOf(record, plan);
  const earlier = [...covered.slice(0, Math.max(0, covered.length - chain.length)), ...chain];
  const own = [...record.replacedMessageIds];
  const names = new Set([...earlier, ...own]);
  if (here.every((id) => names.has(id))) return here;
  return turns.flatMap(({ messageIds, isCovered }) => (isCovered ? earlier : own).splice(0, messageIds.length));
}

/** Ids under the summaries that this one superseded, as far back as the plan has their records. */
function chainOf({ previous }: SummaryRecord, plan: ReplayPlan): readonly (string | null)[] {
  const ids: (string | null)[] = [];
  for (let record = plan.byName.get(previous ?? ""); record !== undefined;) {
    ids.unshift(...record.replacedMessageIds);
    record = plan.byName.get(record.previous ?? "");
  }
  return ids;
}
