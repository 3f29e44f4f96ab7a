import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch";
import type { ContextEvent } from "./context-event.ts";

/** Writes to the custom stream; absent outside a graph run. */
export type Writer = ((event: ContextEvent) => void) | undefined;

/**
 * Tells an event once on the custom stream (`streamMode: "custom"`, and with it version 3 of `streamEvents`) and once as
 * a custom event (`on_custom_event` of version 2, and callbacks). Outside a run there is nobody to tell.
 */
export async function emitContextEvent(event: ContextEvent, { writer }: { readonly writer: Writer }): Promise<void> {
  writer?.(event);
  try {
    await dispatchCustomEvent(event.type, event);
  } catch {
    // Some versions throw where no run is under way; a listener's error is the listener's.
  }
}
