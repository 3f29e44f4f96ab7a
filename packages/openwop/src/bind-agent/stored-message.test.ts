import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { messageOf, storedOf } from "./stored-message.ts";

describe("a stored message", () => {
  it("is the answer again, with calls, usage and what its provider said", () => {
    const answer: AIMessage = Object.assign(
      new AIMessage({
        id: "answer",
        content: [{ type: "text", text: "👩‍👩‍👧 é" }],
        tool_calls: [{ id: "call", name: "read", args: { path: "a" } }],
        invalid_tool_calls: [{ id: "broken", name: "read", args: "{" }],
        additional_kwargs: { raw: 1 },
        response_metadata: { model_name: "model", output: [{ type: "message" }] },
      }),
      { usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } },
    );
    expect(storedOf(messageOf<AIMessage>(storedOf(answer)))).toEqual(storedOf(answer));
    expect(messageOf<AIMessage>(storedOf(answer)).usage_metadata).toEqual(answer.usage_metadata);
    expect(messageOf<AIMessage>(storedOf(answer)).tool_calls).toEqual(answer.tool_calls);
  });

  it("is the result again, with its status and artifact", () => {
    const result = new ToolMessage({
      id: "result",
      content: "failed",
      tool_call_id: "call",
      name: "read",
      status: "error",
      artifact: { rows: [1] },
    });
    expect(storedOf(messageOf<ToolMessage>(storedOf(result)))).toEqual(storedOf(result));
    expect(messageOf<ToolMessage>(storedOf(result)).status).toBe("error");
  });

  it("is a message of its own: an edit changes nothing that is stored", () => {
    const stored = storedOf(new AIMessage({ content: "a", tool_calls: [{ id: "1", name: "n", args: {} }] }));
    messageOf<AIMessage>(stored).content = "b";
    expect(messageOf<AIMessage>(stored).content).toBe("a");
  });
});
