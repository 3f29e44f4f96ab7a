import type { WorkflowDefinition } from "../engine/workflow.ts";
import { type AgentBinding, dispatchNode, supervisorNode } from "./agent-binding.ts";

/** The loop of an agent as it is served: who decides, and where its decisions are dispatched to workers. */
export function agentDefinition({ id, name = id, version = "1.0.0", supervisor }: AgentBinding): WorkflowDefinition {
  const node = { config: {}, inputs: {} } as const;
  return {
    id,
    name,
    version,
    nodes: [
      {
        ...node,
        id: supervisorNode,
        typeId: "core.orchestrator.supervisor",
        name: "Supervisor",
        position: { x: 0, y: 0 },
        agent: supervisor,
      },
      { ...node, id: dispatchNode, typeId: "core.dispatch", name: "Dispatch", position: { x: 240, y: 0 } },
    ],
    edges: [
      { id: "decide", source: supervisorNode, target: dispatchNode },
      { id: "return", source: dispatchNode, target: supervisorNode },
    ],
    triggers: [{ id: "manual", type: "manual", enabled: true }],
    variables: [],
    metadata: {},
    settings: {},
  };
}
