import assert from "node:assert/strict";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import type { RecordedMessage, Recording } from "./recording.ts";

/** Provider kinds by model name; hosts in front of open models speak OpenAI's protocol. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/claude/i, "anthropic"],
  [/gemini/i, "google"],
];

/**
 * A chat model that gives the recorded turns. Which one is due follows from the request alone: the one that stands at
 * its end in the recording. It names the recorded model, so that the ledger counts by that model's rules.
 */
export class RecordedModel extends BaseChatModel {
  readonly model: string;
  readonly recording: Recording;
  readonly onRequest: (messages: readonly BaseMessage[]) => void;

  constructor(recording: Recording, onRequest: (messages: readonly BaseMessage[]) => void) {
    super({});
    this.model = recording.modelId;
    this.recording = recording;
    this.onRequest = onRequest;
  }

  override _llmType(): string {
    return kinds.find(([pattern]) => pattern.test(this.model))?.[1] ?? "openai";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.onRequest(messages);
    const message = answerOf(this.recording.messages[messages.length]);
    return { generations: [{ message, text: message.text }] };
  }
}

function answerOf(turn: RecordedMessage | undefined): AIMessage {
  assert(turn?.role === "assistant", "the agent asks for a turn only where one was recorded");
  return new AIMessage({
    content: turn.text,
    tool_calls: turn.calls.map(({ id, name, args }) => ({ type: "tool_call", id, name, args })),
  });
}
