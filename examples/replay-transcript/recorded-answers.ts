import type { Recording } from "./recording.ts";

/** What the tools answered, turn by turn; a call that the recorded run broke off has no answer. */
export interface RecordedAnswers {
  /** Starts the assistant turn at this position of the recording. */
  begin(position: number): void;
  /** Takes the next answer to a call of the current turn. Ids may repeat, also between turns. */
  take(callId: string): string | undefined;
}

export function recordedAnswers({ messages }: Recording): RecordedAnswers {
  let open: { readonly callId: string | undefined; readonly text: string }[] = [];
  return {
    begin(position) {
      const later = messages.slice(position + 1);
      const end = later.findIndex(({ role }) => role === "assistant");
      open = later.slice(0, end === -1 ? later.length : end).filter(({ role }) => role === "tool");
    },
    take(callId) {
      const index = open.findIndex((answer) => answer.callId === callId);
      return index === -1 ? undefined : open.splice(index, 1)[0]?.text;
    },
  };
}
