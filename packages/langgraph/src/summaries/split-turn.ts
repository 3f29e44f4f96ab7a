import { type MessageContent, renderMessage } from "@plimsoll/core";
import type { ShownTurn } from "./ask-summarizer.ts";

/** How often a text is halved: in sixteen pieces at most, each of which is a call of the summarizer. */
const mostHalvings = 4;

const pieceMark = "[piece of a long message]\n";

/** A turn in pieces, in order. */
export interface SplitTurn {
  readonly pieces: readonly ShownTurn[];
  /** Ids of messages too large even for that: their piece says so instead. */
  readonly uncovered: readonly (string | null)[];
}

/** Splits a turn that is too large for a summarizer's input into its messages, and their texts where these are too large alone. */
export function splitTurn({ messages, messageIds }: ShownTurn, fits: (piece: ShownTurn) => boolean): SplitTurn {
  const uncovered: (string | null)[] = [];
  const pieces = messages.flatMap((message, index) => {
    const ids = [messageIds[index] ?? null];
    const whole = { messages: [message], messageIds: ids };
    if (fits(whole)) return [whole];
    const pieceOf = (text: string): ShownTurn => ({ messages: [withText(message, text)], messageIds: ids });
    const text = textOf(message);
    const texts = halve(text, (half) => fits(pieceOf(pieceMark + half)), mostHalvings);
    if (texts !== undefined) return texts.map((piece) => pieceOf(pieceMark + piece));
    uncovered.push(...ids);
    return [pieceOf(`[a message of ${text.length} characters, too long to be shown]`)];
  });
  return { pieces, uncovered };
}

/** A piece that has become too large beside a longer summary is split again, and marked once. */
function textOf(message: MessageContent): string {
  const text = renderMessage(message);
  return text.startsWith(pieceMark) ? text.slice(pieceMark.length) : text;
}

function withText({ role, name, toolName }: MessageContent, content: string): MessageContent {
  return {
    role,
    content,
    ...(name === undefined ? {} : { name }),
    ...(toolName === undefined ? {} : { toolName }),
  };
}

function halve(text: string, fits: (text: string) => boolean, halvings: number): readonly string[] | undefined {
  if (fits(text)) return [text];
  if (halvings === 0) return undefined;
  const middle = boundaryNear(text, Math.floor(text.length / 2));
  const left = halve(text.slice(0, middle), fits, halvings - 1);
  const right = left && halve(text.slice(middle), fits, halvings - 1);
  return left && right && [...left, ...right];
}

/** Not between the halves of a surrogate pair. */
function boundaryNear(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index;
}
