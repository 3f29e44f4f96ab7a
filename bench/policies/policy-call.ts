import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { recallOf } from "./needed-names.ts";
import { requestDefects } from "./request-defects.ts";
import type { ReadRequest, RequestPiece } from "./request-pieces.ts";
import type { SessionReference } from "./session-reference.ts";

/** One request as the model received it. */
export interface PolicyCall {
  /** Position in the recording of the turn it asks for. */
  readonly position: number;
  readonly tokens: number;
  /** Tokens of the messages and tools it begins with that the request before began with as well. */
  readonly prefixTokens: number;
  /** Whether all of the request before is in that prefix. */
  readonly extendsPrevious: boolean;
  readonly defects: readonly string[];
  /** Whether the user's last words are there, verbatim, as a message of their own. */
  readonly hasTask: boolean;
  readonly recall: number | undefined;
}

/** Measures the requests of one session, in the order in which they are sent. */
export function callMeter({ needed, tasks }: Omit<SessionReference, "recording">, read: ReadRequest) {
  let previous: readonly RequestPiece[] = [];
  return (position: number, messages: readonly BaseMessage[], tools: readonly BindToolsInput[]): PolicyCall => {
    const pieces = read(messages, tools);
    const shared = sharedPrefix(previous, pieces);
    const extendsPrevious = shared === previous.length;
    previous = pieces;
    const text = pieces.map((piece) => piece.text).join("\n");
    const task = tasks.get(position) ?? "";
    return {
      position,
      tokens: tokensOf(pieces),
      prefixTokens: tokensOf(pieces.slice(0, shared)),
      extendsPrevious,
      defects: requestDefects(messages),
      hasTask: messages.some((message) => HumanMessage.isInstance(message) && message.text === task),
      recall: recallOf(needed.get(position) ?? [], text),
    };
  };
}

function sharedPrefix(left: readonly RequestPiece[], right: readonly RequestPiece[]): number {
  const end = Math.min(left.length, right.length);
  for (let index = 0; index < end; index++) if (left[index] !== right[index]) return index;
  return end;
}

function tokensOf(pieces: readonly RequestPiece[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0);
}
