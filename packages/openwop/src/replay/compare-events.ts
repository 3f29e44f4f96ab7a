import type { NewEvent, RunEvent } from "../log/run-event.ts";
import { canonicalJson, type JsonValue } from "@plimsoll/core";

/** How what is said now differs from what was said then; undefined where it is the same but for ids. */
export function differenceOf(now: NewEvent, then: RunEvent | undefined): Divergence | undefined {
  if (then === undefined) return "extra";
  if (now.type !== then.type || now.nodeId !== then.nodeId) return "type-mismatch";
  return comparable(now) === comparable(then) ? undefined : "output";
}

export type Divergence = "output" | "missing" | "extra" | "type-mismatch";

/** Names of runs and events are new in every run; how many there are is not. */
const ids = new Set(["childRunId", "parentRunId"]);

function comparable({ payload }: Pick<NewEvent, "payload">): string {
  const members = Object.entries(payload).filter(([key, value]) => !ids.has(key) && value !== undefined);
  const same = members.map(([key, value]) => [
    key,
    key === "replacedTurns" ? (value as readonly string[]).length : value,
  ]);
  return canonicalJson(Object.fromEntries(same) as JsonValue, "payload");
}
