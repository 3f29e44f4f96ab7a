import { stateAfter } from "../log/run-state.ts";
import type { NewEvent } from "../log/run-event.ts";
import { LogTakenOver, openRunLog, type Stamps } from "../log/run-log.ts";
import type { HostStore } from "../store/host-store.ts";

/** Code of runs whose host stopped before they ended. */
export const hostRestarted = "host_restarted";

const restarted: NewEvent = {
  type: "run.failed",
  payload: {
    error: { code: hostRestarted, message: "The host that ran it stopped before it ended; create the run again." },
  },
};

/** Ends what a process that died left behind, so that nobody waits for it: cancelled where that was asked for, else failed. */
export async function recoverRuns(store: HostStore, stamps: Stamps): Promise<void> {
  for (const run of await store.unfinishedRuns()) {
    const events = await store.readEvents(run.runId, -1);
    const log = openRunLog(store, { runId: run.runId, length: events.length }, stamps);
    const begun: readonly NewEvent[] =
      events.length > 0 ? [] : [{ type: "run.started", payload: { workflowId: run.workflowId } }];
    const end: NewEvent =
      stateAfter(events).status === "cancelling" ? { type: "run.cancelled", payload: {} } : restarted;
    await log.append([...begun, end]).catch((error: unknown) => {
      if (!(error instanceof LogTakenOver)) throw error;
    });
  }
}
