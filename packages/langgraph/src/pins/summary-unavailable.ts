import { PlimsollError } from "@plimsoll/core";
import { markNotRetriable } from "../budget/retriable-mark.ts";

/** Why a recorded summary cannot be used. */
export interface Unavailable {
  readonly summaryRef: string;
  /** Completes "the summary … ". */
  readonly why: string;
  readonly fromSeq?: number | undefined;
  readonly cause?: unknown;
}

/** The refusal of RFC 0111 for a recorded summary that cannot be used as it was recorded: 409, not retriable. */
export function summaryUnavailable({ summaryRef, why, fromSeq, cause }: Unavailable): PlimsollError {
  return markNotRetriable(
    new PlimsollError(
      "replay_context_summary_unavailable",
      `the summary ${summaryRef} ${why}; restore it, or start again from a point before it was made. It is never made anew for a replay.`,
      { details: { summaryRef, status: 409, ...(fromSeq === undefined ? {} : { fromSeq }) }, cause },
    ),
  );
}
