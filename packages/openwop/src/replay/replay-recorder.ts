import { hostRestarted } from "../engine/recover-runs.ts";
import type { Recorder } from "../engine/recorder.ts";
import { ReplaySourceMissing } from "../engine/replay-source-missing.ts";
import type { RunEvent } from "../log/run-event.ts";
import type { DocumentKind } from "../store/host-store.ts";
import type { Repetition } from "./repetition.ts";
import { createSpeech } from "./speech.ts";

/**
 * Speaks after a source: what a re-executed workflow says is held against what was said then. The same is said again
 * word for word, under ids of its own; the first thing that is not is told as `replay.diverged`, and from then on the
 * run speaks for itself. A branch is held to its source before its point only.
 */
export function replayRecorder(repetition: Repetition): Recorder {
  const speech = createSpeech(repetition);
  const isReplay = repetition.mode === "replay";
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
  const isCutOff = () => isReplay && isImposed(speech.next());
  return {
    record: (events, documents = []) =>
      inOrder(() => {
        if (isCutOff() && events.length > 0) throw new ReplaySourceMissing("event", "after it was cut off");
        return speech.say(events, documents);
      }),
    async recall(kind, key) {
      const found = await recorded(repetition, kind, key);
      if (found === undefined && isReplay) throw new ReplaySourceMissing(kind, key);
      return found?.value;
    },
    append: (events) => inOrder(() => speech.interject(events)),
    endAsSource: () =>
      inOrder(async () => {
        if (!isCutOff()) return false;
        await speech.sayTheRest();
        return true;
      }),
  };
}

/** In a branch, what rests on its point or comes after is to be made anew. */
async function recorded({ store, sourceRunId, mode, fromSeq }: Repetition, kind: DocumentKind, key: string) {
  const found = await store.readDocument(sourceRunId, kind, key);
  return found !== undefined && (mode === "replay" || found.sequence < fromSeq) ? found : undefined;
}

/** What the world did to the source, and no workflow says: it was cancelled, or its host died. */
function isImposed(event: RunEvent | undefined): boolean {
  if (event?.type === "run.failed") return event.payload.error.code === hostRestarted;
  return event?.type === "plimsoll.cancel_requested" || event?.type === "run.cancelled";
}
