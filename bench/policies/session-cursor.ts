import assert from "node:assert/strict";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { type RecordedAnswers, recordedAnswers } from "../../examples/replay-transcript/recorded-answers.ts";
import type { Recording } from "../../examples/replay-transcript/recording.ts";

/** How far a replay has come in its recording. It moves by what was answered, whatever a policy left of the request. */
export interface SessionCursor {
  /** Position of the message that is due. */
  readonly position: number;
  readonly answers: RecordedAnswers;
  /** Whether the model has the next word. */
  isModelDue(): boolean;
  /** The user's words up to the model's next turn; undefined where there is no further turn. */
  takeInput(): readonly HumanMessage[] | undefined;
  /** The recorded turn that is due. Asking again gives it again. */
  dueTurn(): AIMessage;
  /** Passes the due turn and the results that follow it. */
  passTurn(): void;
}

export function sessionCursor(recording: Recording): SessionCursor {
  const { messages } = recording;
  const answers = recordedAnswers(recording);
  let position = messages[0]?.role === "system" ? 1 : 0;
  const isModelDue = (): boolean => messages[position]?.role === "assistant";
  return {
    get position() {
      return position;
    },
    answers,
    isModelDue,
    takeInput() {
      const turn = messages.findIndex(({ role }, index) => index >= position && role === "assistant");
      if (turn === -1) return undefined;
      const input = messages.slice(position, turn);
      assert(
        input.every(({ role }) => role === "user"),
        `what stands between ${position} and the turn at ${turn} was said by the user`,
      );
      position = turn;
      return input.map(({ text }) => new HumanMessage(text));
    },
    dueTurn() {
      const turn = messages[position];
      assert(turn?.role === "assistant", "the agent asks for a turn only where one was recorded");
      const calls = turn.calls.map(({ id, name, args }) => ({ type: "tool_call" as const, id, name, args }));
      return new AIMessage({ content: turn.text, tool_calls: calls });
    },
    passTurn() {
      assert(isModelDue());
      answers.begin(position);
      position++;
      while (messages[position]?.role === "tool") position++;
    },
  };
}
