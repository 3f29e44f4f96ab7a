import type { ArtifactId, SummaryRecord, SummaryStore } from "@plimsoll/core";
import { summaryUnavailable } from "../pins/summary-unavailable.ts";
import type { SummaryRun } from "../window/summary-run.ts";
import type { ReplayPlan } from "./replay-plan.ts";

const stores = new WeakMap<ReplayPlan, WeakMap<SummaryStore, SummaryStore>>();

/** The run with the source's records before its own, and no way to make one. */
export function replayedRun(run: SummaryRun, plan: ReplayPlan | undefined): SummaryRun {
  return plan === undefined ? run : { ...run, store: storeOf(plan, run.store), replay: plan };
}

function storeOf(plan: ReplayPlan, own: SummaryStore): SummaryStore {
  const ofPlan = stores.get(plan) ?? new WeakMap<SummaryStore, SummaryStore>();
  stores.set(plan, ofPlan);
  const known = ofPlan.get(own);
  if (known !== undefined) return known;
  const made: SummaryStore = {
    get: async (scope, artifactId) => {
      const record = plan.byName.get(artifactId);
      return record === undefined ? own.get(scope, artifactId) : adopt(own, scope, { record, plan });
    },
    put: (_scope, { artifactId }) => Promise.reject(neverMade(artifactId, plan)),
    list: async () => plan.records,
  };
  ofPlan.set(own, made);
  return made;
}

/** The record is the replay's own from its first use on: readable under its name, also once the source is deleted. */
async function adopt(
  own: SummaryStore,
  scope: string,
  { record, plan }: { readonly record: SummaryRecord; readonly plan: ReplayPlan },
): Promise<SummaryRecord> {
  const winner = await own.put(scope, record);
  if (winner.textSha256 === record.textSha256 && winner.text === record.text) return record;
  const { artifactId: summaryRef } = record;
  const why = "is recorded with another text in the thread of the replay";
  throw summaryUnavailable({ summaryRef, why, fromSeq: plan.fromSeq });
}

function neverMade(summaryRef: ArtifactId, { fromSeq }: ReplayPlan) {
  return summaryUnavailable({ summaryRef, why: "would be needed here, and the replayed run has none", fromSeq });
}
