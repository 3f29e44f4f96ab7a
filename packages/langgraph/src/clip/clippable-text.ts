import type { TokenCounter } from "@plimsoll/core";

/** A text that may be shortened: one of a tool's result, or a string inside the arguments of a call. */
export interface ClippableText {
  readonly kind: "result" | "argument";
  /** The call that is answered or made; empty where it has no id. */
  readonly callId: string;
  readonly text: string;
}

/** Replaces a text; returns the same one to leave it. */
export type RewriteText = (text: ClippableText) => string;

/** Tokens of a text as it is sent: what stands inside arguments is part of a JSON text. */
export function countSent(kind: ClippableText["kind"], text: string, counter: TokenCounter): number {
  return counter.count(kind === "argument" ? JSON.stringify(text).slice(1, -1) : text);
}
