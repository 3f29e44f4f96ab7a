export { bindAgent } from "./bind-agent/bind-agent.ts";
export type { AgentBinding, BindingBudget, InvokableAgent } from "./bind-agent/agent-binding.ts";
