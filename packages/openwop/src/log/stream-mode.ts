import type { RunEvent, RunEventType } from "./run-event.ts";

export const streamModes = ["values", "updates", "messages", "debug"] as const;

export type StreamMode = (typeof streamModes)[number];

/** What `updates` shows; everything else is for `debug` (OpenWOP stream modes). */
const updates: ReadonlySet<RunEventType> = new Set([
  "run.started",
  "run.completed",
  "run.failed",
  "run.cancelled",
  "node.completed",
  "node.failed",
  "node.dispatched",
]);

/** The modes in a query; undefined for a name that is none, and for `values` beside others. */
export function parseStreamModes(text: string): ReadonlySet<StreamMode> | undefined {
  const names = text.split(",");
  const modes = streamModes.filter((mode) => names.includes(mode));
  const isKnown = names.every((name) => streamModes.some((mode) => mode === name));
  const isMixed = modes.includes("values") && names.length > 1;
  return isKnown && !isMixed ? new Set(modes) : undefined;
}

/** Whether a stream of these modes shows the event. `messages` has chunks of text, which a content-free log has none of. */
export function isShown(event: RunEvent, modes: ReadonlySet<StreamMode>): boolean {
  return modes.has("debug") || (modes.has("updates") && updates.has(event.type));
}
