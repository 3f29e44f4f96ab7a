import type { JsonValue } from "@plimsoll/core";
import type { NewEvent, RunEvent } from "../log/run-event.ts";
import type { DocumentKind } from "../store/host-store.ts";
import type { NewDocument } from "./workflow.ts";

/** How a run speaks: anew, or after its source. */
export interface Recorder {
  record(events: readonly NewEvent[], documents?: readonly NewDocument[]): Promise<readonly RunEvent[]>;
  recall(kind: DocumentKind, key: string): Promise<JsonValue | undefined>;
  /** Appends as it is, source or none: what the world does to this very run. */
  append(events: readonly NewEvent[]): Promise<void>;
  /** Says the rest after the source, where that ended in the middle of something; resolves to whether it did. */
  endAsSource(): Promise<boolean>;
}
