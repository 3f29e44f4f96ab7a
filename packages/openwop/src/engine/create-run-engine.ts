import { openRunLog, type Stamps } from "../log/run-log.ts";
import type { HostStore, RunRecord } from "../store/host-store.ts";
import { executeRun, type LiveRun } from "./execute-run.ts";
import type { RunEngine } from "./run-engine.ts";
import type { Workflow } from "./workflow.ts";

export interface RunEngineOptions {
  readonly store: HostStore;
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly stamps: Stamps;
}

const emptyBatch = { firstSequence: 0, events: [], documents: [] } as const;

/** An engine that runs everything in this process. */
export function createRunEngine({ store, workflows, stamps }: RunEngineOptions): RunEngine {
  const running = new Map<string, LiveRun>();
  const letGo = (run: RunRecord, workflow: Workflow) => {
    const log = openRunLog(store, { runId: run.runId, length: 0 }, stamps);
    const live = executeRun({ run, workflow, log, store });
    running.set(run.runId, live);
    void live.ended.finally(() => running.delete(run.runId));
  };
  return {
    async start(request) {
      const workflow = workflows.get(request.workflowId);
      if (workflow === undefined) throw new RangeError(`no workflow ${request.workflowId}`);
      const run: RunRecord = { runId: stamps.newId(), createdAt: stamps.now(), ...request };
      await store.createRun(run, emptyBatch);
      letGo(run, workflow);
      return run;
    },
    fork: async () => ({
      refused: { code: "fork_not_supported", message: "this engine does not fork yet", details: {} },
    }),
    cancel: async (run, reason) => running.get(run.runId)?.cancel(reason),
    recover: async () => undefined,
    async close() {
      const left = [...running.values()];
      for (const live of left) live.stop();
      await Promise.all(left.map(({ ended }) => ended));
    },
  };
}
