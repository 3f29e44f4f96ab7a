import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch";
import type { ContextEvent } from "./context-event.ts";

/** Writes to the custom stream; absent outside a graph run. */
export type Writer = ((event: ContextEvent) => void) | undefined;

/**
 * Tells an event once on the custom stream (`streamMode: "custom"`, and with it version 3 of `streamEvents`) and once as
 * a custom event (`on_custom_event` of version 2, and callbacks). Outside a run there is nobody to tell. Never rejects:
 * a request does not fail because nobody could be told of it.
 */
export async function emitContextEvent(event: ContextEvent, { writer }: { readonly writer: Writer }): Promise<void> {
  try {
    writer?.(event);
  } catch {
    // A stream whose reader is gone; the other channel is still told.
  }
  try {
    await dispatchCustomEvent(event.type, event);
  } catch {
    // Some versions throw where no run is under way; a listener's error is the listener's.
  }
}
