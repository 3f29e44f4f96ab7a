import type { JsonObject } from "../log/json.ts";
import type { RunRecord } from "../store/host-store.ts";

/** A run that is asked for. */
export interface RunRequest {
  readonly tenant: string;
  readonly workflowId: string;
  readonly inputs: JsonObject;
  readonly configurable: JsonObject;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
}

/** A fork that is asked for; its fields are checked, its source is the tenant's. */
export interface ForkRequest {
  readonly source: RunRecord;
  readonly mode: "replay" | "branch";
  readonly fromSeq: number;
  /** Of a branch only. */
  readonly overlay: {
    readonly configurable?: JsonObject;
    readonly tags?: readonly string[];
    readonly metadata?: JsonObject;
  };
}

/** Why a fork is refused. Nothing was created. */
export interface ForkRefusal {
  readonly code:
    | "replay_context_summary_unavailable"
    | "fork_point_invalid"
    | "run_state_conflict"
    | "fork_not_supported";
  readonly message: string;
  readonly details: JsonObject;
}

/** Runs workflows in this process. */
export interface RunEngine {
  /** Creates the run and lets it go; resolves once it is stored. */
  start(request: RunRequest): Promise<RunRecord>;
  /** Forks a run and lets the fork go. */
  fork(request: ForkRequest): Promise<{ readonly run: RunRecord } | { readonly refused: ForkRefusal }>;
  /** Asks a run to stop; resolves once that is recorded. A run that has ended stays as it is. */
  cancel(run: RunRecord, reason: string | undefined): Promise<void>;
  /** Fails what a process that died left running, with `host_restarted`. Call it when the host starts. */
  recover(): Promise<void>;
  /** Stops what runs here, and resolves once nothing is written any more. */
  close(): Promise<void>;
}
