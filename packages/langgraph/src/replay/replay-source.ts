import type { SummaryRecord } from "@plimsoll/core";
import type { ReplayStart } from "../pins/assert-replayable.ts";

/** Where the records of the run that is replayed come from: a thread in the same store, the records, or what reads them. */
export type ReplaySource = string | readonly SummaryRecord[] | (() => Promise<readonly SummaryRecord[]>);

/** A replay that says that it is one. */
export interface DeclaredReplay extends ReplayStart {
  readonly source: ReplaySource;
}
