import { openRunLog, type Stamps } from "../log/run-log.ts";
import { forkRun } from "../replay/fork-run.ts";
import type { HostStore, RunRecord } from "../store/host-store.ts";
import { childRuns } from "./child-runs.ts";
import { executeRun, type LiveRun } from "./execute-run.ts";
import { liveRecorder } from "./live-recorder.ts";
import type { Recorder } from "./recorder.ts";
import { recoverRuns } from "./recover-runs.ts";
import type { RunEngine } from "./run-engine.ts";
import type { HostSettings, Workflow } from "./workflow.ts";

export interface RunEngineOptions {
  readonly store: HostStore;
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly stamps: Stamps;
  readonly settings: HostSettings;
  /** Told of what workflows throw, and of a store that fails under a run. */
  readonly onError: (error: unknown) => void;
}

/** An engine that runs everything in this process. */
export function createRunEngine({ store, workflows, stamps, settings, onError }: RunEngineOptions): RunEngine {
  const running = new Map<string, LiveRun>();
  const letGo = (run: RunRecord, workflow: Workflow, recorder: Recorder) => {
    const children = (signal: AbortSignal) => childRuns({ store, stamps, parent: run, signal });
    const live = executeRun({ run, workflow, recorder, settings, children, onError });
    running.set(run.runId, live);
    void live.ended.finally(() => running.delete(run.runId));
  };
  return {
    async start(request) {
      const workflow = workflows.get(request.workflowId);
      if (workflow === undefined) throw new RangeError(`no workflow ${request.workflowId}`);
      const run: RunRecord = { runId: stamps.newId(), createdAt: stamps.now(), ...request };
      await store.createRun(run, { firstSequence: 0, events: [], documents: [] });
      letGo(run, workflow, liveRecorder(openRunLog(store, { runId: run.runId, length: 0 }, stamps)));
      return run;
    },
    async fork(request) {
      const forked = await forkRun({ store, workflows, stamps }, request);
      if ("refused" in forked) return forked;
      letGo(forked.run, forked.workflow, forked.recorder);
      return { run: forked.run };
    },
    cancel: async (run, reason) => running.get(run.runId)?.cancel(reason),
    recover: () => recoverRuns(store, stamps),
    async close() {
      const left = [...running.values()];
      for (const live of left) live.stop();
      await Promise.all(left.map(({ ended }) => ended));
    },
  };
}
