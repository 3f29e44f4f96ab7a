import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { SummaryStore } from "@plimsoll/core";
import { createSaverSummaryStore } from "./saver-summary-store.ts";

/** Where LangGraph keeps the saver of a run for the subgraphs of a node: also the one a server put in the compiled one's place. */
const saverKey = "__pregel_checkpointer";

const members = ["getTuple", "put", "putWrites", "deleteThread"];

/**
 * The store in the saver of a run, found through its config; undefined where the run has no saver. Reads an internal
 * key of LangGraph: where a version moves it, there is no store.
 */
export function storeOfRun(configurable: Readonly<Record<string, unknown>>): SummaryStore | undefined {
  const saver = configurable[saverKey];
  return isSaver(saver) ? createSaverSummaryStore(saver) : undefined;
}

/** By its members: there may be two copies of the class in a process. */
function isSaver(value: unknown): value is BaseCheckpointSaver {
  return (
    typeof value === "object" &&
    value !== null &&
    members.every((member) => typeof Reflect.get(value, member) === "function")
  );
}
