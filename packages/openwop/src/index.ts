export { createOpenwopApp } from "./create-openwop-app.ts";
export type { OpenwopApp } from "./create-openwop-app.ts";
export { conformanceFixtures } from "./fixtures/conformance-fixtures.ts";
export { createMemoryHostStore } from "./store/memory-host-store.ts";
export type { Workflow, WorkflowDefinition, WorkflowNode, WorkflowResult } from "./engine/workflow.ts";
export type { ContextBudgetConfiguration, SummarizationConfiguration } from "./context-budget-configuration.ts";
export type { Implementation, OpenwopAppOptions, Principal, Scope } from "./options.ts";

// Below: for those who write stores and bindings.
export { WorkflowFailure } from "./engine/workflow-failure.ts";
export type { Effect, NewDocument, RunExecution } from "./engine/workflow.ts";
export { semanticCacheKey } from "./replay/cache-key.ts";
export type { CacheKeyRequest } from "./replay/cache-key.ts";
export type { JsonObject } from "./log/json.ts";
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
