import type { PlanTrigger, SummaryStore } from "@plimsoll/core";
import type { SummariesUnpinnedEvent } from "../events/context-event.ts";
import type { Writer } from "../events/emit-context-event.ts";
import type { ReplayPlan } from "../replay/replay-plan.ts";

/** The run a summary is made in. */
export interface SummaryRun {
  readonly store: SummaryStore;
  readonly scope: string;
  readonly namespace: string;
  readonly iteration: number;
  readonly writer: Writer;
  readonly signal: AbortSignal | undefined;
  /** Same for every attempt at the same request: what one attempt has told, the next does not tell again. */
  readonly attempt: string;
  /** Compactions that may still be made before the user speaks again. */
  readonly left: number;
  /** One was made, or failed, a few calls ago: below the limit none is tried again yet. */
  readonly isResting: boolean;
  /** The checkpoint of its graph that the call started from; null where there is none. */
  readonly baseCheckpointId?: string | null;
  /** Why its summaries are in memory only; undefined where they are pinned, or the user chose their home. */
  readonly unpinned?: () => SummariesUnpinnedEvent["reason"] | undefined;
  /** The run is declared to replay another: it goes by these records and makes none. */
  readonly replay?: ReplayPlan;
}

/** The turns that leave now, and the line that called for it. */
export interface SummaryStep {
  readonly turns: readonly number[];
  readonly trigger: PlanTrigger;
}
