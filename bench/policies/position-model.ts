import { BaseChatModel, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import type { ModelProfile } from "@langchain/core/language_models/profile";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { RecordedModel } from "../../examples/replay-transcript/recorded-model.ts";
import type { Recording } from "../../examples/replay-transcript/recording.ts";

export interface PositionModelFields {
  readonly recording: Recording;
  /** Stated in the profile. */
  readonly contextWindow: number;
  /** Answers a request of the agent: one with tools bound. */
  readonly answer: (messages: readonly BaseMessage[], tools: readonly BindToolsInput[]) => AIMessage;
  /** Answers any other request: one to summarize. */
  readonly summarize: (messages: readonly BaseMessage[]) => string;
}

/**
 * A chat model that names the recorded model and says what it is told to. Requests with tools are the agent's; those
 * without are a summarizer's, whether the policy was handed this model or took the agent's.
 */
export class PositionModel extends BaseChatModel {
  readonly model: string;
  readonly fields: PositionModelFields;
  readonly tools: readonly BindToolsInput[] | undefined;

  constructor(fields: PositionModelFields, tools?: readonly BindToolsInput[]) {
    super({});
    this.model = fields.recording.modelId;
    this.fields = fields;
    this.tools = tools;
  }

  override get profile(): ModelProfile {
    return { maxInputTokens: this.fields.contextWindow };
  }

  override _llmType(): string {
    // The base constructor asks before there are fields.
    const { recording } = (this.fields as PositionModelFields | undefined) ?? {};
    return recording === undefined ? "recorded" : new RecordedModel(recording, () => {})._llmType();
  }

  override bindTools(tools: BindToolsInput[]): PositionModel {
    return new PositionModel(this.fields, tools);
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const { answer, summarize } = this.fields;
    const message = this.tools === undefined ? new AIMessage(summarize(messages)) : answer(messages, this.tools);
    return { generations: [{ message, text: message.text }] };
  }
}
