import type { RunLog } from "../log/run-log.ts";
import type { Recorder } from "./recorder.ts";

/** Everything is new. */
export function liveRecorder(log: RunLog): Recorder {
  return {
    record: (events, documents) => log.append(events, documents),
    recall: async () => undefined,
    append: async (events) => void (await log.append(events)),
    endAsSource: async () => false,
  };
}
