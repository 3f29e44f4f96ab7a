import type { ContextSummarizedPayload } from "@plimsoll/core";
import type { JsonObject } from "./json.ts";

/** Who acts for a node (OpenWOP AgentRef): `agentId` has 3 to 256 characters. */
export interface AgentRef {
  readonly agentId: string;
  readonly name?: string;
  readonly modelClass?: "reasoning" | "tool-using" | "chat" | "code";
}

/** What went wrong, as runs and nodes carry it. Content-free. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly details?: JsonObject;
}

/** What an orchestrator decided to do next. */
export type OrchestratorDecision =
  | { readonly kind: "next-worker"; readonly nextWorkerIds: readonly string[] }
  | { readonly kind: "ask-user"; readonly prompt: string }
  | { readonly kind: "terminate"; readonly reason?: string };

/** One step of handing work to a worker (`core.workflowChain.event`, RFC 0037). */
export interface WorkflowChainPayload {
  readonly phase:
    | "dispatch.began"
    | "dispatch.succeeded"
    | "dispatch.failed"
    | "child.completed"
    | "child.failed"
    | "child.cancelled"
    | "output.harvested";
  readonly workerId: string;
  readonly parentRunId: string;
  readonly childRunId?: string;
  readonly harvestedKeys?: readonly string[];
  readonly error?: { readonly code: string; readonly message: string };
}

/** Tokens one provider call was billed for (`provider.usage`; closed). */
export interface ProviderUsagePayload {
  readonly provider: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly cacheHit?: boolean;
  readonly nodeId?: string;
}

/** Payload of each event we write. Content-free: text stays in host storage, addressed by event id. */
export interface RunEventPayloads {
  readonly "run.started": { readonly workflowId: string };
  readonly "run.completed": { readonly outputs: JsonObject };
  readonly "run.failed": { readonly error: RunError; readonly failedNodeId?: string };
  readonly "run.cancelled": { readonly reason?: string };
  readonly "node.started": { readonly nodeId: string; readonly typeId: string };
  readonly "node.completed": { readonly nodeId: string; readonly outputs?: JsonObject };
  readonly "node.failed": { readonly nodeId: string; readonly error: RunError };
  readonly "node.dispatched": { readonly childRunId: string; readonly childWorkflowId: string };
  readonly "context.summarized": ContextSummarizedPayload;
  readonly "provider.usage": ProviderUsagePayload;
  readonly "runOrchestrator.decided": {
    readonly agentId: string;
    readonly decision: OrchestratorDecision;
    /** The supervisor's turn, from 1 (RFC 0061). */
    readonly iteration: number;
  };
  readonly "agent.toolReturned": {
    readonly agentId: string;
    readonly toolName: string;
    readonly callId: string;
    readonly status?: "ok" | "error";
  };
  readonly "core.workflowChain.event": WorkflowChainPayload;
  readonly "cap.breached": {
    readonly kind: "loop-iterations";
    readonly limit: number;
    readonly observed: number;
    readonly nodeId?: string;
  };
  readonly "replay.diverged": {
    readonly sourceRunId: string;
    readonly atSequence: number;
    readonly originalEventId?: string;
    readonly divergenceKind: "output" | "missing" | "extra" | "type-mismatch";
  };
  readonly "replay.divergedAtRefusal": { readonly sourceRunId: string; readonly atSequence: number };
  /** Ours: the request to cancel, so that it outlives the process that took it. */
  readonly "plimsoll.cancel_requested": { readonly reason?: string };
}

export type RunEventType = keyof RunEventPayloads;

/** One line of a run's log, as it is stored and served (OpenWOP RunEventDoc). */
export type RunEvent<T extends RunEventType = RunEventType> = {
  readonly [K in T]: {
    readonly eventId: string;
    readonly runId: string;
    readonly type: K;
    readonly payload: RunEventPayloads[K];
    /** ISO 8601, UTC. */
    readonly timestamp: string;
    /** Its place in the log, from 0 without gaps. */
    readonly sequence: number;
    readonly nodeId?: string;
    /** Id of the event of the same run that caused it. */
    readonly causationId?: string;
  };
}[T];

/** An event before it has a place: id, run, time and sequence are the log's to give. */
export type NewEvent<T extends RunEventType = RunEventType> = {
  readonly [K in T]: {
    readonly type: K;
    readonly payload: RunEventPayloads[K];
    readonly nodeId?: string;
    /** Id of an earlier event, or the place, from 0, of one before it in the same batch. */
    readonly causation?: string | number;
  };
}[T];

/** Whether nothing can follow an event of this type. */
export function endsRun(type: RunEventType): type is "run.completed" | "run.failed" | "run.cancelled" {
  return type === "run.completed" || type === "run.failed" || type === "run.cancelled";
}
