export { createMemoryHostStore } from "./store/memory-host-store.ts";
export type { Workflow, WorkflowDefinition, WorkflowNode, WorkflowResult } from "./engine/workflow.ts";
export type { ContextBudgetConfiguration, OpenwopAppOptions, Principal, Scope } from "./options.ts";

// Below: for those who write stores and bindings.
export { WorkflowFailure } from "./engine/workflow-failure.ts";
export type { Effect, NewDocument, RunExecution } from "./engine/workflow.ts";
export type { JsonObject, JsonValue } from "./log/json.ts";
export type { AgentRef, NewEvent, OrchestratorDecision, RunError, RunEvent, RunEventType } from "./log/run-event.ts";
export type {
  ClaimResult,
  DocumentKind,
  HostStore,
  IdempotencyClaim,
  RunBatch,
  RunDocument,
  RunPage,
  RunRecord,
  StoredResponse,
} from "./store/host-store.ts";
