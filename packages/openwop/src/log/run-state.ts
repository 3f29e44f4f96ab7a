import type { AgentRef, RunError, RunEvent } from "./run-event.ts";

export type RunStatus = "pending" | "running" | "cancelling" | "completed" | "failed" | "cancelled";

export interface NodeState {
  readonly status: "running" | "completed" | "failed";
}

/** What a run's log says about it. A pure fold: the log is the only truth. */
export interface RunState {
  readonly status: RunStatus;
  /** Sequence of the last event; -1 for an empty log. */
  readonly lastSequence: number;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly error?: RunError;
  readonly nodeStates: Readonly<Record<string, NodeState>>;
  /** Who decides; set by the first decision. */
  readonly runOrchestrator?: AgentRef;
  /** Decisions so far. */
  readonly iteration: number;
}

/** State of a run whose log is empty. */
export const pendingRun: RunState = { status: "pending", lastSequence: -1, nodeStates: {}, iteration: 0 };

/** What a log says, from the state before it. */
export function stateAfter(events: readonly RunEvent[], before: RunState = pendingRun): RunState {
  return events.reduce(step, before);
}

/** Whether nothing follows. */
export function isTerminal(status: RunStatus): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

function step(before: RunState, event: RunEvent): RunState {
  const state = { ...before, lastSequence: event.sequence };
  switch (event.type) {
    case "run.started":
      return { ...state, status: "running", startedAt: event.timestamp };
    case "plimsoll.cancel_requested":
      return { ...state, status: "cancelling" };
    case "run.completed":
      return { ...state, status: "completed", completedAt: event.timestamp };
    case "run.failed":
      return { ...state, status: "failed", completedAt: event.timestamp, error: event.payload.error };
    case "run.cancelled":
      return { ...state, status: "cancelled", completedAt: event.timestamp };
    case "node.started":
      return withNode(state, event.payload.nodeId, "running");
    case "node.completed":
      return withNode(state, event.payload.nodeId, "completed");
    case "node.failed":
      return withNode(state, event.payload.nodeId, "failed");
    case "runOrchestrator.decided":
      return {
        ...state,
        iteration: event.payload.iteration,
        runOrchestrator: state.runOrchestrator ?? { agentId: event.payload.agentId },
      };
    default:
      return state;
  }
}

function withNode(state: RunState, nodeId: string, status: NodeState["status"]): RunState {
  return { ...state, nodeStates: { ...state.nodeStates, [nodeId]: { status } } };
}
