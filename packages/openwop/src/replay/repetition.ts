import type { RunEvent } from "../log/run-event.ts";
import type { RunLog } from "../log/run-log.ts";
import type { HostStore } from "../store/host-store.ts";

/** A fork and what it repeats. */
export interface Repetition {
  readonly store: HostStore;
  readonly mode: "replay" | "branch";
  /** Up to here everything is copied; a branch goes its own way from here on. */
  readonly fromSeq: number;
  /** The whole log of the source. */
  readonly source: readonly RunEvent[];
  readonly sourceRunId: string;
  /** The events before `fromSeq`, as they stand in the fork's log already. */
  readonly copied: readonly RunEvent[];
  /** The fork's log, after what was copied. */
  readonly log: RunLog;
}
