import type { KeptLine, LineInput } from "../window/line-input.ts";

/** The ledger of the request as it came, whatever it weighs. */
export function observeLine({ transcript, compile }: LineInput): KeptLine {
  const compiled = compile(transcript.segments);
  const entries = transcript.messages.flatMap((message, index) => {
    const segment = transcript.segments[index];
    return segment === undefined ? [] : [{ message, segment, index, isClipped: false }];
  });
  return {
    ...compiled,
    window: { transcript, out: new Set(), summary: undefined, clips: new Map() },
    entries,
    standing: undefined,
    plan: null,
    steps: [],
    hasFailedSummary: false,
  };
}
