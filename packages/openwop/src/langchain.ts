export { bindAgent } from "./bind-agent/bind-agent.ts";
export type { AgentBinding, BindingBudget, BoundRun, InvokableAgent } from "./bind-agent/agent-binding.ts";
export { contextBudgetFixture } from "./bind-agent/context-budget-fixture.ts";
export type { ContextBudgetFixtureOptions } from "./bind-agent/context-budget-fixture.ts";
