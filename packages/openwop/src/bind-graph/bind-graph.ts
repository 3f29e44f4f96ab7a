import { WorkflowFailure } from "../engine/workflow-failure.ts";
import type { RunExecution, Workflow, WorkflowDefinition, WorkflowResult } from "../engine/workflow.ts";
import type { JsonObject } from "../log/json.ts";
import type { NewEvent } from "../log/run-event.ts";

/** What a bound graph is asked to do: run, and tell of its tasks. `StateGraph.compile()` makes such. */
export interface StreamableGraph {
  stream(
    input: unknown,
    options: {
      readonly streamMode: ["tasks", "values"];
      readonly signal: AbortSignal;
      readonly configurable: Readonly<Record<string, unknown>>;
    },
  ): Promise<AsyncIterable<readonly [string, unknown]>>;
  readonly nodes: Readonly<Record<string, unknown>>;
}

/** How a graph is bound as a workflow. */
export interface GraphBinding {
  /** The workflow's id: 1 to 128 letters, digits, ".", "_", "~" or "-". */
  readonly id: string;
  readonly name?: string;
  /** Default `1.0.0`. */
  readonly version?: string;
  readonly graph: StreamableGraph;
  /** What the graph is invoked with, from the run's inputs. Default: the inputs. */
  readonly input?: (inputs: JsonObject) => unknown;
  /** What of the last state is shown as the run's variables. Default: nothing, as states hold what is not for everyone. */
  readonly variables?: (state: unknown) => JsonObject;
}

/**
 * Binds any compiled graph: runs, node events and cancelling. It claims no more: a graph has no stated orchestrator, its
 * transcript is not the host's to account for, and it cannot be run again from its log.
 */
export function bindGraph(binding: GraphBinding): Workflow {
  return {
    definition: definitionOf(binding),
    replayable: false,
    run: (execution) => runGraph(binding, execution),
  };
}

const typeId = "langgraph.node";

function definitionOf({ id, name = id, version = "1.0.0", graph }: GraphBinding): WorkflowDefinition {
  const names = Object.keys(graph.nodes).filter((node) => node !== "__start__");
  return {
    id,
    name,
    version,
    nodes: names.map((node, index) => ({
      id: node,
      typeId,
      name: node,
      position: { x: 240 * index, y: 0 },
      config: {},
      inputs: {},
    })),
    edges: [],
    triggers: [{ id: "manual", type: "manual", enabled: true }],
    variables: [],
    metadata: {},
    settings: {},
  };
}

async function runGraph(binding: GraphBinding, { run, signal, record }: RunExecution): Promise<WorkflowResult> {
  const input = binding.input?.(run.inputs) ?? run.inputs;
  const configurable = { thread_id: run.runId };
  let state: unknown;
  for await (const [mode, chunk] of await binding.graph.stream(input, {
    streamMode: ["tasks", "values"],
    signal,
    configurable,
  })) {
    if (mode === "values") state = chunk;
    else await record([...eventsOf(chunk)]);
  }
  if (typeof state === "object" && state !== null && "__interrupt__" in state) throw interrupted();
  return { outputs: {}, variables: binding.variables?.(state) ?? {} };
}

/** A task's beginning has an input; its end has a result, or an error by name only. */
function* eventsOf(task: unknown): Generator<NewEvent> {
  if (typeof task !== "object" || task === null || !("name" in task)) return;
  const nodeId = String(task.name);
  if ("input" in task) yield { type: "node.started", nodeId, payload: { nodeId, typeId } };
  else if ("error" in task && task.error !== undefined && task.error !== null) yield failedNode(nodeId);
  else yield { type: "node.completed", nodeId, payload: { nodeId } };
}

function failedNode(nodeId: string): NewEvent {
  const error = { code: "node_failed", message: `The node ${nodeId} failed.` };
  return { type: "node.failed", nodeId, payload: { nodeId, error } };
}

function interrupted(): WorkflowFailure {
  return new WorkflowFailure({
    code: "interrupt_not_supported",
    message: "The graph was interrupted for a human, and this host claims no interrupts; bind graphs without them.",
  });
}
