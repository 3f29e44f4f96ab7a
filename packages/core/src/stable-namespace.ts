/**
 * A graph namespace without its task ids, which are new for every run and fork: `research:1f0c…|write:1f0c…` is
 * `research|write`. Empty at the root.
 */
export function stableNamespace(namespace: string): string {
  return namespace
    .split("|")
    .map((step) => step.split(":")[0] ?? "")
    .join("|");
}

/** The graph a node of this namespace is in, as LangGraph's own streams name it: `research|write` is in `research`; empty at the root. */
export function enclosingGraph(stableNamespace: string): string {
  return stableNamespace.split("|").slice(0, -1).join("|");
}
