export { bindGraph } from "./bind-graph/bind-graph.ts";
export type { GraphBinding, StreamableGraph } from "./bind-graph/bind-graph.ts";
