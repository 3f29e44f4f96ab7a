import { findPlimsollError } from "@plimsoll/core";
import { summaryUnavailable } from "../pins/summary-unavailable.ts";
import type { DueSummary } from "../replay/due-summary.ts";
import type { LineInput } from "./line-input.ts";
import { ascending } from "./open-window.ts";
import type { WeighedWindow } from "./plan-turns.ts";
import type { SummaryStep } from "./summary-run.ts";
import { replacedTurns } from "./take-summary.ts";
import { tellOfSummary } from "./tell-of-summary.ts";
import type { TranscriptWindow } from "./window-entries.ts";

/**
 * Puts the summary in its place that the replayed run took here, and tells what was told then.
 *
 * @throws PlimsollError `replay_context_summary_unavailable` where it cannot be kept among the replay's own records.
 */
export async function takeDueSummary(
  { run }: LineInput,
  { window }: WeighedWindow,
  { due, step }: { readonly due: DueSummary; readonly step: SummaryStep },
): Promise<TranscriptWindow> {
  const { record, covers } = due;
  await keep(run, record.artifactId);
  const turns = replacedTurns(window, ascending(covers));
  const { artifactId, tokensBefore } = record;
  const about = { artifactId, tokensBefore, turns };
  await tellOfSummary(run, about, step).ended({ kind: "reused", record });
  return { ...window, out: covers, summary: { record, covers, source: "reused", isInlined: false } };
}

/** Reading a record of the source makes it the replay's own. */
async function keep({ store, scope, replay }: LineInput["run"], summaryRef: DueSummary["record"]["artifactId"]) {
  try {
    await store.get(scope, summaryRef);
  } catch (cause) {
    if (findPlimsollError(cause)?.code === "replay_context_summary_unavailable") throw cause;
    throw summaryUnavailable({ summaryRef, why: "cannot be kept for the replay", fromSeq: replay?.fromSeq, cause });
  }
}
