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
