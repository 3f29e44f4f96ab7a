import { isPlimsollError, type SummaryStore } from "@plimsoll/core";
import type { SummariesUnpinnedEvent } from "../events/context-event.ts";
import { storeOfRun } from "./store-of-run.ts";

/** Stores that turned out to be in memory, because the saver overwrites. */
const fallen = new WeakSet<SummaryStore>();

const combined = new WeakMap<SummaryStore, WeakMap<SummaryStore, SummaryStore>>();

/**
 * Where the summaries of a run are recorded if the user names no store: in the run's own saver, and in memory where it
 * has none, or one that cannot hold them. The same store for the same saver and memory.
 */
export function runStore(configurable: Readonly<Record<string, unknown>>, memory: SummaryStore): SummaryStore {
  const pins = storeOfRun(configurable);
  if (pins === undefined) return memory;
  const ofMemory = combined.get(memory) ?? new WeakMap<SummaryStore, SummaryStore>();
  const store = ofMemory.get(pins) ?? withFallback(pins, memory);
  ofMemory.set(pins, store);
  combined.set(memory, ofMemory);
  return store;
}

/** A saver that overwrites is found out at the first record; from then on memory has to do. */
function withFallback(pins: SummaryStore, memory: SummaryStore): SummaryStore {
  let home = pins;
  const store: SummaryStore = {
    get: (scope, artifactId) => home.get(scope, artifactId),
    list: (scope) => home.list(scope),
    put: async (scope, record) => {
      try {
        return await home.put(scope, record);
      } catch (error) {
        if (home === memory || !isPlimsollError(error, "invalid_options")) throw error;
        home = memory;
        fallen.add(store);
        return memory.put(scope, record);
      }
    },
  };
  return store;
}

/** Why summaries of a run are in memory only; undefined where its saver holds them. */
export function whyUnpinned(
  configurable: Readonly<Record<string, unknown>>,
  store: SummaryStore,
): SummariesUnpinnedEvent["reason"] | undefined {
  if (fallen.has(store)) return "checkpointer-overwrites";
  return storeOfRun(configurable) === undefined ? "no-checkpointer" : undefined;
}
