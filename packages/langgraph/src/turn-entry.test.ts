import { AIMessage, FunctionMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { turnEntryOf } from "./turn-entry.ts";

describe("turnEntryOf", () => {
  it("reads calls and answers", () => {
    const calls = [
      { id: "a", name: "read", args: {} },
      { name: "no id", args: {} },
    ];
    expect(turnEntryOf(new AIMessage({ content: "", tool_calls: calls }))).toEqual({
      role: "assistant",
      calls: ["a", ""],
    });
    expect(turnEntryOf(new ToolMessage({ content: "x", tool_call_id: "a" }))).toEqual({ role: "tool", answers: "a" });
    expect(turnEntryOf(new HumanMessage("x"))).toEqual({ role: "human" });
  });

  it("reads a server tool, a client call it made, and its late result", () => {
    const started = new AIMessage({
      content: [
        { type: "server_tool_use", id: "srv", name: "code_execution", input: {} },
        { type: "tool_use", id: "a", name: "read", input: {}, caller: { type: "code_execution", tool_id: "srv" } },
      ],
      tool_calls: [{ id: "a", name: "read", args: {} }],
    });
    expect(turnEntryOf(started)).toEqual({ role: "assistant", calls: ["a"], opens: ["srv"] });
    const result = new AIMessage({
      content: [{ type: "code_execution_tool_result", tool_use_id: "srv", content: {} }],
    });
    expect(turnEntryOf(result)).toEqual({ role: "assistant", refersTo: ["srv"] });
  });

  it("reads an approval and what it approves", () => {
    const request = new AIMessage({
      content: "",
      additional_kwargs: { tool_outputs: [{ type: "mcp_approval_request", id: "mcpr_1" }] },
    });
    const response = new HumanMessage({
      content: [{ type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true }],
    });
    expect(turnEntryOf(request)).toEqual({ role: "assistant", asks: ["mcpr_1"] });
    expect(turnEntryOf(response)).toEqual({ role: "human", refersTo: ["mcpr_1"] });
  });

  it("knows a message of mere reasoning", () => {
    const thinks = new AIMessage({ content: [{ type: "thinking", thinking: "hm", signature: "s" }] });
    expect(turnEntryOf(thinks)).toEqual({ role: "assistant", leads: true });
    const beside = new AIMessage({ content: "", additional_kwargs: { reasoning_content: "hm" } });
    expect(turnEntryOf(beside)).toEqual({ role: "assistant", leads: true });
  });

  it("knows a message that says nothing, and what is said beside the content", () => {
    const blank = { role: "assistant", empty: true };
    expect(turnEntryOf(new AIMessage(" \n"))).toEqual(blank);
    expect(turnEntryOf(new AIMessage({ content: [{ type: "text", text: "" }] }))).toEqual(blank);
    expect(turnEntryOf(new AIMessage({ content: [] }))).toEqual(blank);
    const spoken = { role: "assistant" };
    expect(turnEntryOf(new AIMessage("yes"))).toEqual(spoken);
    expect(turnEntryOf(new AIMessage({ content: "", additional_kwargs: { refusal: "no" } }))).toEqual(spoken);
    const output = [{ type: "web_search_call", id: "ws_1" }];
    expect(turnEntryOf(new AIMessage({ content: [], response_metadata: { output } }))).toEqual(spoken);
  });

  it("reads results that stand as blocks in the user's message, calls that stand as blocks only, and wrapped items", () => {
    const results = new HumanMessage({ content: [{ type: "tool_result", tool_use_id: "a", content: "x" }] });
    expect(turnEntryOf(results)).toEqual({ role: "human", refersTo: ["a"] });
    const call = new AIMessage({ content: [{ type: "tool_use", id: "a", name: "read", input: {} }] });
    expect(turnEntryOf(call)).toEqual({ role: "assistant", calls: ["a"] });
    const value = { type: "mcp_approval_request", id: "mcpr_1" };
    const wrapped = new AIMessage({
      content: [{ type: "non_standard", value }],
      additional_kwargs: { tool_outputs: [value] },
    });
    expect(turnEntryOf(wrapped)).toEqual({ role: "assistant", asks: ["mcpr_1"] });
  });

  it("reads server tools in the standard form", () => {
    const content = [
      { type: "server_tool_call", id: "s1", name: "web_search", args: {} },
      { type: "server_tool_call_result", toolCallId: "s0", status: "success", output: {} },
    ];
    expect(turnEntryOf(new AIMessage({ content }))).toEqual({ role: "assistant", opens: ["s1"], refersTo: ["s0"] });
  });

  it("links the older function form by name", () => {
    const call = new AIMessage({
      content: "",
      additional_kwargs: { function_call: { name: "read", arguments: "{}" } },
    });
    expect(turnEntryOf(call)).toEqual({ role: "assistant", opens: ["function:read"] });
    const result = new FunctionMessage({ name: "read", content: "x" });
    expect(turnEntryOf(result)).toEqual({ role: "tool", refersTo: ["function:read"] });
  });
});
