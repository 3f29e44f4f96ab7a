import type { JsonObject, JsonValue } from "../log/json.ts";
import type { AgentRef, NewEvent, RunEvent } from "../log/run-event.ts";
import type { DocumentKind, RunRecord } from "../store/host-store.ts";

/** A node of a workflow definition, as it is served. */
export interface WorkflowNode {
  readonly id: string;
  readonly typeId: string;
  readonly name: string;
  readonly position: { readonly x: number; readonly y: number };
  readonly config: JsonObject;
  readonly inputs: JsonObject;
  readonly agent?: AgentRef;
}

/** What `GET /v1/workflows/{workflowId}` serves. */
export interface WorkflowDefinition {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly { readonly id: string; readonly source: string; readonly target: string }[];
  readonly triggers: readonly JsonObject[];
  readonly variables: readonly JsonObject[];
  readonly metadata: JsonObject;
  readonly settings: JsonObject;
}

/** A document before it has a place. */
export interface NewDocument {
  readonly kind: DocumentKind;
  /** Its key, or the place, from 0, of the event of the same batch whose id is the key. */
  readonly key: string | number;
  readonly value: JsonValue;
}

/** A side effect: performed once in the life of a run, and never in its replays. */
export interface Effect {
  readonly nodeId: string;
  readonly act: (signal: AbortSignal) => Promise<JsonValue>;
}

/** What a workflow is given to run with. It is the same whether the run is live, a replay or a branch. */
export interface RunExecution {
  readonly run: RunRecord;
  /** Aborted when the run is cancelled or the host closes. */
  readonly signal: AbortSignal;
  /**
   * Appends to the log and resolves to the events as they stand there. In a replay they are the source's: what was
   * recorded is said again word for word.
   */
  record(events: readonly NewEvent[], documents?: readonly NewDocument[]): Promise<readonly RunEvent[]>;
  /** Performs an effect and keeps its outcome; a replay is given the recorded outcome of the same node and occurrence. */
  perform(effect: Effect): Promise<JsonValue>;
  /** What is kept beside this run's log. */
  read(kind: DocumentKind, key: string): Promise<JsonValue | undefined>;
}

/** What a run leaves behind. */
export interface WorkflowResult {
  /** On the wire, in `run.completed`: content-free. */
  readonly outputs: JsonObject;
  /** In host storage, shown as `variables` of the run's snapshot to those who may read it. */
  readonly variables: JsonObject;
}

/** Something that can be run. */
export interface Workflow {
  readonly definition: WorkflowDefinition;
  /** Whether a fork can run it again from its log alone: every effect goes through {@link RunExecution.perform}. */
  readonly replayable: boolean;
  /**
   * Runs to the end. `run.started` is in the log when it is called; how it ends (`run.completed`, `run.failed`,
   * `run.cancelled`) is the engine's to record: by what it resolves to, throws, or by its signal.
   *
   * @throws WorkflowFailure for a failure with a code of its own; anything else fails the run with `internal_error`.
   */
  run(execution: RunExecution): Promise<WorkflowResult>;
}
