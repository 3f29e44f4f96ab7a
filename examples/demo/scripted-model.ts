import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

export interface Step {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * A chat model that takes the same steps every time, one for each answered call, then reports what it was sent. It is
 * scripted, not live; it stands for gpt-4o only so that the ledger counts by gpt-4o's rules.
 */
export class ScriptedModel extends BaseChatModel {
  readonly model = "gpt-4o";
  readonly sent: (readonly BaseMessage[])[] = [];
  readonly steps: readonly Step[];

  constructor(steps: readonly Step[]) {
    super({});
    this.steps = steps;
  }

  override _llmType(): string {
    return "openai";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.sent.push(messages);
    const step = this.steps[this.sent.length - 1];
    const results = messages.filter((message) => ToolMessage.isInstance(message)).length;
    const message =
      step === undefined
        ? new AIMessage(`Finished: ${results} tool results are in front of me.`)
        : new AIMessage({
            content: "",
            tool_calls: [{ id: `call_${this.sent.length}`, name: step.tool, args: step.args }],
          });
    return { generations: [{ message, text: message.text }] };
  }
}
