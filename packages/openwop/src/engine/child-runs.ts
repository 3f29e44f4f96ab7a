import type { NewEvent, RunError } from "../log/run-event.ts";
import { openRunLog, type Stamps } from "../log/run-log.ts";
import type { HostStore, RunRecord } from "../store/host-store.ts";
import type { ChildRuns, WorkResult } from "./workflow.ts";

interface Parent {
  readonly store: HostStore;
  readonly stamps: Stamps;
  readonly parent: RunRecord;
  readonly signal: AbortSignal;
}

/** The one node of a child run. */
const nodeId = "work";

/** The child runs of a run. */
export function childRuns({ store, stamps, parent, signal }: Parent): ChildRuns {
  const logOf = (runId: string) => openRunLog(store, { runId, length: 0 }, stamps);
  const workflowIds = new Map<string, string>();
  return {
    async create({ workerId, inputs }) {
      const runId = stamps.newId();
      workflowIds.set(runId, workerId);
      const { tenant } = parent;
      const own = { runId, tenant, workflowId: workerId, createdAt: stamps.now(), inputs, parentRunId: parent.runId };
      const child: RunRecord = { ...own, configurable: {}, tags: [], metadata: {} };
      await store.createRun(child, { firstSequence: 0, events: [], documents: [] });
      return runId;
    },
    async run(childRunId, act) {
      const log = logOf(childRunId);
      await log.append(started(workflowIds.get(childRunId) ?? ""));
      const result = await act(signal).catch(async (error: unknown) => {
        await log.append([{ type: "run.cancelled", payload: {} }]);
        throw error;
      });
      await log.append(result.error === undefined ? completed : failed(result.error), [resultDocument(result)]);
      return result;
    },
    async cancel(childRunId) {
      const workflowId = workflowIds.get(childRunId) ?? "";
      await logOf(childRunId).append([
        { type: "run.started", payload: { workflowId } },
        { type: "run.cancelled", payload: {} },
      ]);
    },
  };
}

function started(workflowId: string): readonly NewEvent[] {
  return [
    { type: "run.started", payload: { workflowId } },
    { type: "node.started", nodeId, payload: { nodeId, typeId: "core.tool" } },
  ];
}

const completed: readonly NewEvent[] = [
  { type: "node.completed", nodeId, payload: { nodeId } },
  { type: "run.completed", payload: { outputs: {} } },
];

function failed(error: RunError): readonly NewEvent[] {
  return [
    { type: "node.failed", nodeId, payload: { nodeId, error } },
    { type: "run.failed", payload: { error, failedNodeId: nodeId } },
  ];
}

function resultDocument({ value }: WorkResult) {
  return { kind: "result", key: "", value: { result: value } } as const;
}
