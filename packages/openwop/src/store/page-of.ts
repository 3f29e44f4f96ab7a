import type { RunPage, RunRecord } from "./host-store.ts";

/** One page of runs that are ordered newest first; undefined where the cursor names none of them. */
export function pageOf(
  newestFirst: readonly RunRecord[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
): RunPage | undefined {
  const from = cursor === undefined ? 0 : newestFirst.findIndex(({ runId }) => runId === cursor);
  if (from === -1) return undefined;
  return { runs: newestFirst.slice(from, from + limit), next: newestFirst[from + limit]?.runId };
}
