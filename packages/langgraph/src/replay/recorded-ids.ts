import type { SummaryRecord } from "@plimsoll/core";
import type { ReplayPlan } from "./replay-plan.ts";

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
  // A summary that was put into the state in the place of its turns is told by its own name.
  const isRewritten = covered.every((id) => id !== null && plan.byName.has(id));
  const earlier = isRewritten
    ? [...covered]
    : [...covered.slice(0, Math.max(0, covered.length - chain.length)), ...chain];
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
