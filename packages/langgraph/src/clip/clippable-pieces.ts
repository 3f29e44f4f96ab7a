import type { BaseMessage } from "@langchain/core/messages";
import type { TokenCounter } from "@plimsoll/core";
import { type ClippableText, countSent } from "./clippable-text.ts";
import { createMessageMemo } from "./message-memo.ts";
import { rewriteTexts } from "./rewrite-texts.ts";

/** A text of a message that `clipMessage` may shorten, and what it weighs. */
export interface ClippablePiece {
  readonly kind: ClippableText["kind"];
  /** In the counter's unit, as it is sent: a string inside arguments with its JSON escapes. */
  readonly tokens: number;
}

const pieces = createMessageMemo<readonly ClippablePiece[]>();

/**
 * The texts of a message that may be shortened: those of a tool's result and the strings inside a call's arguments.
 * None where a provider takes the message only as it gave it. Counted once per message and counter.
 */
export function clippablePieces(message: BaseMessage, counter: TokenCounter): readonly ClippablePiece[] {
  return pieces(message, `${counter.id}@${counter.version}`, () => {
    const found: ClippablePiece[] = [];
    rewriteTexts(message, ({ kind, text }) => {
      found.push({ kind, tokens: countSent(kind, text, counter) });
      return text;
    });
    return found;
  });
}
