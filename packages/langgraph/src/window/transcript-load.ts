import type { WindowBounds } from "@plimsoll/core";
import type { LinePolicy } from "./line-policy.ts";
import { isInTranscript } from "./plan-turns.ts";
import { transcriptTokens } from "./transcript-count.ts";
import type { TranscriptWindow, WindowEntry } from "./window-entries.ts";

/** What the transcript weighs as it would leave, beside its bounds; undefined where none is set (RFC 0111). */
export function transcriptLoad(
  { transcript }: TranscriptWindow,
  entries: readonly WindowEntry[],
  policy: LinePolicy["transcript"],
): WindowBounds["transcript"] {
  if (policy === undefined) return undefined;
  const { counter, tokenBudget, entryBudget } = policy;
  const outside = new Set(transcript.turns.filter((turn) => !isInTranscript(turn)).flatMap((turn) => turn.entries));
  const counted = entries.filter(({ index }) => index === undefined || !outside.has(index));
  return {
    tokens: counted.reduce((sum, { segment }) => sum + transcriptTokens(segment.message, counter), 0),
    entries: counted.length,
    ...(tokenBudget === undefined ? {} : { tokenBudget }),
    ...(entryBudget === undefined ? {} : { entryBudget }),
  };
}
