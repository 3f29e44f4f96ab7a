import type { MessageContent } from "../outbound-request.ts";
import type { SummaryTurn } from "../summarizer.ts";
import { messageText } from "./message-text.ts";
import { namesInText } from "./names-in-text.ts";
import { readArguments } from "./read-arguments.ts";

/** A name where it stands. */
export interface Mention {
  readonly kind: "path" | "identifier";
  readonly text: string;
  readonly weight: number;
  /** It stands in a short argument of a call, so that the call was about it. */
  readonly isPointedAt: boolean;
}

/**
 * How much a mention says about what is needed next, by where it stands. Measured on recorded sessions
 * (`bench/summaries.ts`); the order matters, the numbers hardly do.
 */
export const weights = { pointed: 9, asked: 8, said: 4, written: 4, result: 1 } as const;

type Place = keyof typeof weights;

/** Longer strings in arguments are contents that were written, not what was pointed at. */
const longestPointer = 400;
/** In a text that looks like JSON, so that `\tname` is not read as `tname`. */
const escapes = /\\[nrt]/g;

/** The names in a turn's messages and in the arguments of its calls, repeated as they are repeated. */
export function mentionsOf({ messages }: SummaryTurn): readonly Mention[] {
  return messages.flatMap((message) => [
    ...mentionsOfText(messageText(message), placeOf(message)),
    ...(message.toolCalls ?? []).flatMap((call) =>
      readArguments(call.arguments).texts.flatMap((text) =>
        mentionsOfText(text, text.length > longestPointer ? "written" : "pointed"),
      ),
    ),
  ]);
}

/** The names in a text that stands in one place. */
export function mentionsOfText(text: string, place: Place): readonly Mention[] {
  const readable = /^\s*[[{]/.test(text) ? text.replace(escapes, " ") : text;
  return namesInText(readable).map(({ kind, name }) => ({
    kind,
    text: name,
    weight: weights[place],
    isPointedAt: place === "pointed",
  }));
}

function placeOf({ role }: MessageContent): Place {
  switch (role) {
    case "user":
      return "asked";
    case "assistant":
      return "said";
    default:
      return "result";
  }
}
