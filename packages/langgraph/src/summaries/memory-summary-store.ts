import { PlimsollError, type SummaryRecord, type SummaryReference, type SummaryStore } from "@plimsoll/core";

/** Conversations kept; the one unused for longest goes first. */
const defaultMaximumScopes = 1_000;

/**
 * Records summaries in memory, for the life of the process. A conversation whose scope has gone makes its summaries
 * anew, from the originals. First writer wins; records are frozen.
 *
 * @param options `maxScopes`: conversations kept at once, default 1,000 (some kilobytes each).
 * @throws PlimsollError `invalid_options` unless `maxScopes` is a whole number from 1.
 */
export function createMemorySummaryStore(options: { readonly maxScopes?: number } = {}): SummaryStore {
  const { maxScopes = defaultMaximumScopes } = options;
  if (!Number.isSafeInteger(maxScopes) || maxScopes < 1)
    throw new PlimsollError("invalid_options", `maxScopes is ${String(maxScopes)}; it is a whole number from 1.`);
  const scopes = new Map<string, Map<string, SummaryRecord>>();
  return {
    get: async (scope, artifactId) => use(scopes, scope)?.get(artifactId),
    put: async (scope, record) => {
      const records = use(scopes, scope) ?? new Map<string, SummaryRecord>();
      const winner = records.get(record.artifactId) ?? deepFreeze(structuredClone(record));
      records.set(record.artifactId, winner);
      scopes.set(scope, records);
      if (scopes.size > maxScopes) forgetOldest(scopes);
      return winner;
    },
    list: async (scope) => [...(use(scopes, scope)?.values() ?? [])].map(referenceOf).sort(byOrdinal),
  };
}

function referenceOf(record: SummaryRecord): SummaryReference {
  const { artifactId, namespace, policyDigest, inputDigest, turnCount, ordinal } = record;
  return { artifactId, namespace, policyDigest, inputDigest, turnCount, ordinal };
}

function byOrdinal(left: SummaryReference, right: SummaryReference): number {
  return left.ordinal - right.ordinal || (left.artifactId < right.artifactId ? -1 : 1);
}

/** Moves a scope to the end of the order in which scopes are forgotten. */
function use<T>(scopes: Map<string, T>, scope: string): T | undefined {
  const records = scopes.get(scope);
  if (records !== undefined) {
    scopes.delete(scope);
    scopes.set(scope, records);
  }
  return records;
}

function forgetOldest(scopes: Map<string, unknown>): void {
  const [oldest] = scopes.keys();
  if (oldest !== undefined) scopes.delete(oldest);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
