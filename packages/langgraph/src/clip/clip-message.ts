import type { BaseMessage } from "@langchain/core/messages";
import type { TokenCounter } from "@plimsoll/core";
import { clipText } from "./clip-text.ts";
import { type ClippableText, countSent } from "./clippable-text.ts";
import { createMessageMemo } from "./message-memo.ts";
import { rewriteTexts } from "./rewrite-texts.ts";

export interface ClipOptions {
  /** Whole number of tokens; no clipped text is longer, its marker included. */
  readonly capTokens: number;
  readonly counter: TokenCounter;
}

const clips = createMessageMemo<{ readonly clipped: BaseMessage | undefined }>();

/**
 * A copy of a message whose texts above the cap keep head and tail around a line that names the call and how much is
 * left out; undefined where no text is above it. See {@link clippablePieces} for which texts. The message itself is
 * not touched; the same bytes come out every time, and the same object while the message is the same and unchanged.
 */
export function clipMessage(message: BaseMessage, { capTokens, counter }: ClipOptions): BaseMessage | undefined {
  const key = `${capTokens} ${counter.id}@${counter.version}`;
  return clips(message, key, () => {
    const clipped = rewriteTexts(message, (piece) =>
      clipText(piece.text, {
        capTokens,
        subject: subjectOf(piece),
        count: (text) => countSent(piece.kind, text, counter),
      }),
    );
    return { clipped: clipped === message ? undefined : clipped };
  }).clipped;
}

/** Ids in use are below this; a longer one must not take the room of the text. */
const maximumIdLength = 64;

function subjectOf({ kind, callId }: ClippableText): string {
  const call = callId === "" ? "a call without an id" : callId.slice(0, maximumIdLength);
  return kind === "result" ? `the result of ${call}` : `an argument of ${call}`;
}
