import type { BaseStore } from "@langchain/langgraph";
import type { SummaryRecord, SummaryStore } from "@plimsoll/core";
import { type Flights, joinFlight } from "../summaries/single-flight.ts";
import { parseRecord, parseReferences, referenceOf } from "./stored-summary.ts";
import { summaryUnavailable } from "./summary-unavailable.ts";

/** Records read in one call. */
const page = 100;

/**
 * Records summaries in LangGraph's long-term store, under `["plimsoll", "summaries", scope]`: for savers that cannot hold
 * them. It is the second choice: a store has no insert-if-absent, so of writers in two processes at the same time the
 * last one wins (within a process, the first); deleting a thread leaves its summaries behind; listing reads the texts.
 */
export function createBaseStoreSummaryStore(store: BaseStore): SummaryStore {
  const flights: Flights<SummaryRecord> = new Map();
  const get: SummaryStore["get"] = async (scope, artifactId) => {
    const item = await store.get(namespaceOf(scope), artifactId);
    return item === null || item === undefined ? undefined : parseRecord(decode(item.value), artifactId);
  };
  const write = async (scope: string, record: SummaryRecord): Promise<SummaryRecord> => {
    const { artifactId } = record;
    const found = await get(scope, artifactId);
    if (found !== undefined) return found;
    await store.put(namespaceOf(scope), artifactId, { json: JSON.stringify(record) }, false);
    const winner = await get(scope, artifactId);
    if (winner !== undefined) return winner;
    throw summaryUnavailable({ summaryRef: artifactId, why: "cannot be read back after it was written" });
  };
  return {
    get,
    put: (scope, record) =>
      joinFlight(flights, JSON.stringify([scope, record.artifactId]), () => write(scope, record)).result,
    list: async (scope) => {
      const references: unknown[] = [];
      for (let offset = 0; ; offset += page) {
        const items = await store.search(namespaceOf(scope), { limit: page, offset });
        references.push(...items.map(({ value }) => decode(value)));
        if (items.length < page) return parseReferences(references).map(referenceOf);
      }
    },
  };
}

/** Labels take neither periods nor colons, and may not be empty. */
function namespaceOf(scope: string): string[] {
  return ["plimsoll", "summaries", `${encodeURIComponent(scope).replaceAll(".", "%2E")}_`];
}

/** Stored as text: some stores hand out the objects they were given, and some take no NUL in a string. */
function decode({ json }: Readonly<Record<string, unknown>>): unknown {
  try {
    return typeof json === "string" ? JSON.parse(json) : undefined;
  } catch {
    return undefined;
  }
}
