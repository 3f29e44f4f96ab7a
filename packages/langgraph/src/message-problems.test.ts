import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { messageProblems } from "./message-problems.ts";

const call = (id: string) => ({ id, name: "read", args: {}, type: "tool_call" as const });

describe("messageProblems", () => {
  it("accepts a conversation as LangChain keeps it", () => {
    const messages = [
      new HumanMessage("go"),
      new AIMessage({ content: [{ type: "text", text: "I read." }], tool_calls: [call("a")] }),
      new ToolMessage({ content: "read", tool_call_id: "a" }),
      new AIMessage("done"),
    ];
    expect(messageProblems(messages, "anthropic")).toEqual([]);
    expect(messageProblems(messages, "gemini")).toEqual([]);
  });

  it("finds calls that stand in the raw fields only", () => {
    const raw = new AIMessage({
      content: "",
      additional_kwargs: { tool_calls: [{ id: "a", type: "function", function: { name: "read", arguments: "{}" } }] },
    });
    raw.tool_calls = [];
    expect(messageProblems([new HumanMessage("go"), raw], "openai-chat")).toMatchObject([{ kind: "unanswered-call" }]);
  });

  it("finds an assistant message of empty blocks, of signed thinking only, and late system text", () => {
    const empty = new AIMessage({ content: [{ type: "text", text: "" }] });
    const thinks = new AIMessage({ content: [{ type: "thinking", thinking: "hm", signature: "s" }] });
    const messages = [new HumanMessage("go"), empty, new HumanMessage("on"), thinks, new SystemMessage("rule")];
    expect(messageProblems(messages, "anthropic").map(({ kind }) => kind)).toEqual([
      "empty-assistant",
      "lone-reasoning",
      "system-not-first",
    ]);
  });

  it("finds Responses items that lost their reasoning, and accepts them with it", () => {
    const answer = (fields: object): AIMessage => {
      const message = new AIMessage({ id: "msg_1", content: "done", ...fields });
      const output_token_details = { reasoning: 8 };
      return Object.assign(message, {
        usage_metadata: { input_tokens: 1, output_tokens: 9, total_tokens: 10, output_token_details },
      });
    };
    const kinds = (message: AIMessage) =>
      messageProblems([new HumanMessage("go"), message], "openai-responses").map(({ kind }) => kind);
    expect(kinds(answer({}))).toEqual(["item-without-reasoning"]);
    expect(kinds(answer({ additional_kwargs: { reasoning: { id: "rs_1", summary: [] } } }))).toEqual([]);
    expect(kinds(answer({ response_metadata: { output: [{ type: "reasoning", id: "rs_1" }] } }))).toEqual([]);
    expect(kinds(answer({ id: "run-1" }))).toEqual([]);
  });

  it("names the items that lost their reasoning, and knows the form that sends no item ids", () => {
    const message = new AIMessage({
      content: "",
      tool_calls: [call("call_1")],
      additional_kwargs: { __openai_function_call_ids__: { call_1: "fc_1" } },
    });
    const output_token_details = { reasoning: 8 };
    Object.assign(message, {
      usage_metadata: { input_tokens: 1, output_tokens: 9, total_tokens: 10, output_token_details },
    });
    const messages = [new HumanMessage("go"), message, new ToolMessage({ content: "read", tool_call_id: "call_1" })];
    expect(messageProblems(messages, "openai-responses")).toEqual([
      { kind: "item-without-reasoning", index: 1, callId: "fc_1" },
    ]);
    expect(messageProblems(messages, "openai-chat")).toEqual([]);
    message.response_metadata = { output: [{ type: "function_call", id: "fc_2", call_id: "call_1" }] };
    expect(messageProblems(messages, "openai-responses")).toMatchObject([{ callId: "fc_2" }]);
    message.response_metadata = { output_version: "v1" };
    expect(messageProblems(messages, "openai-responses")).toEqual([]);
  });

  it("wants an approval's request before its response", () => {
    const request = new AIMessage({
      content: [],
      additional_kwargs: { tool_outputs: [{ type: "mcp_approval_request", id: "mcpr_1" }] },
    });
    const response = new HumanMessage({
      content: [{ type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true }],
    });
    expect(messageProblems([new HumanMessage("go"), request, response], "openai-responses")).toEqual([]);
    expect(messageProblems([new HumanMessage("go"), response], "openai-responses")).toEqual([
      { kind: "approval-without-request", index: 1, callId: "mcpr_1" },
    ]);
  });

  it("takes what is said beside the content as said, and reasoning beside it as reasoning", () => {
    const beside = (additional_kwargs: Record<string, unknown>) =>
      messageProblems(
        [new HumanMessage("go"), new AIMessage({ content: "", additional_kwargs }), new HumanMessage("on")],
        "openai-chat",
      ).map(({ kind }) => kind);
    expect(beside({ refusal: "no" })).toEqual([]);
    expect(beside({ reasoning_content: "hm" })).toEqual(["lone-reasoning"]);
    expect(beside({})).toEqual(["empty-assistant"]);
  });
});
