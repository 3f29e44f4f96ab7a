import type { LoggedEvent } from "./transcript-window.ts";

/** The `context.summarized` events of a log by the artifact they are about; the last one where there are several. */
export function summaryEvents(log: readonly LoggedEvent[]): ReadonlyMap<string, LoggedEvent> {
  const found = new Map<string, LoggedEvent>();
  for (const event of log) {
    const { summaryRef } = event.payload;
    if (event.type === "context.summarized" && typeof summaryRef === "string") found.set(summaryRef, event);
  }
  return found;
}
