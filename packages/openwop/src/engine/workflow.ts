import type { JsonValue } from "@plimsoll/core";
import type { JsonObject } from "../log/json.ts";
import type { ContextBudgetConfiguration } from "../context-budget-configuration.ts";
import type { AgentRef, NewEvent, RunError, RunEvent } from "../log/run-event.ts";
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
  /** Names it within the run: the node and the occurrence. */
  readonly key: string;
  readonly act: (signal: AbortSignal) => Promise<JsonValue>;
}

/** What came of the work of a child run: its result, and the error where it failed. */
export interface WorkResult {
  readonly value: JsonValue;
  readonly error?: RunError;
}

/** Runs of their own that a run hands work to; each has a log, which ends as the work does. */
export interface ChildRuns {
  /** Creates one, that does nothing yet; resolves to its id. `workerId` stands for its workflow. */
  create(child: { readonly workerId: string; readonly inputs: JsonObject }): Promise<string>;
  /** Does its work. Rejects where `act` does; the child is then cancelled. */
  run<R extends WorkResult>(childRunId: string, act: (signal: AbortSignal) => Promise<R>): Promise<R>;
  /** Ends one that never got to work. */
  cancel(childRunId: string): Promise<void>;
}

/** What the host was configured with that its workflows go by. */
export interface HostSettings {
  /** The one configuration that discovery, the planner and the seam share. */
  readonly contextBudget: ContextBudgetConfiguration | undefined;
  /** The orchestrator's turns a run may take. */
  readonly maxLoopIterations: number;
  /** Applied to every text before it is stored or fed. */
  readonly redact: (text: string) => string;
}

/** What a workflow is given to run with. It is the same whether the run is live, a replay or a branch. */
export interface RunExecution {
  readonly run: RunRecord;
  readonly settings: HostSettings;
  /** Aborted when the run is cancelled or the host closes. */
  readonly signal: AbortSignal;
  /**
   * Appends to the log and resolves to the events as they stand there. Where a fork repeats its source they are the
   * source's, word for word, under ids of its own.
   */
  record(events: readonly NewEvent[], documents?: readonly NewDocument[]): Promise<readonly RunEvent[]>;
  /**
   * What the source recorded under this name; undefined where it is to be made anew: in a live run, and in a branch
   * past its point. Who makes it records it, with the events that rest on it.
   *
   * @throws ReplaySourceMissing in a replay whose source has none: nothing is made anew there.
   */
  recall(kind: DocumentKind, key: string): Promise<JsonValue | undefined>;
  /** Recalls the outcome of an effect, or performs it and records the outcome. */
  perform(effect: Effect): Promise<JsonValue>;
  readonly children: ChildRuns;
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
  /** Who decides in its loop, and at which node; absent for workflows without an orchestrator. */
  readonly orchestrator?: { readonly agent: AgentRef; readonly nodeId: string };
  /** Whether a fork can run it again from its log alone: what it does to the world it recalls first. */
  readonly replayable: boolean;
  /**
   * Runs to the end. `run.started` is in the log when it is called; how it ends (`run.completed`, `run.failed`,
   * `run.cancelled`) is the engine's to record: by what it resolves to, throws, or by its signal.
   *
   * @throws WorkflowFailure for a failure with a code of its own; anything else fails the run with `internal_error`.
   */
  run(execution: RunExecution): Promise<WorkflowResult>;
}
