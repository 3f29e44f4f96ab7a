import type { Recorder } from "../engine/recorder.ts";
import { ReplaySourceMissing } from "../engine/replay-source-missing.ts";
import { endsRun } from "../log/run-event.ts";
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
  let last: Promise<unknown> = Promise.resolve();
  let wasCutOff = false;
  const inOrder = <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    record: (events, documents = []) => inOrder(() => speech.say(events, documents)),
    async recall(kind, key) {
      const found = await recorded(repetition, kind, key);
      if (found !== undefined) return found.value;
      if (repetition.mode === "branch") return undefined;
      await last;
      const next = speech.next();
      wasCutOff ||= next !== undefined && (next.type === "plimsoll.cancel_requested" || endsRun(next.type));
      throw new ReplaySourceMissing(kind, key);
    },
    append: (events) => inOrder(() => speech.interject(events)),
    endAsSource: () =>
      inOrder(async () => {
        if (!wasCutOff || speech.next() === undefined) return false;
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
