import { AIMessage, ChatMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { projectMessage } from "./project-message.ts";

describe("projectMessage", () => {
  it("projects each role with what the provider is sent", () => {
    expect(projectMessage(new SystemMessage("rules"))).toEqual({ role: "system", content: "rules" });
    expect(projectMessage(new HumanMessage({ content: "hi", name: "ada" }))).toEqual({
      role: "user",
      content: "hi",
      name: "ada",
    });
    expect(projectMessage(new ChatMessage("x", "developer"))).toEqual({ role: "developer", content: "x" });
    const call = { id: "c1", name: "read", args: { path: "a" } };
    expect(projectMessage(new AIMessage({ content: "", tool_calls: [call] }))).toEqual({
      role: "assistant",
      content: "",
      toolCalls: [{ id: "c1", name: "read", arguments: '{"path":"a"}' }],
    });
    expect(
      projectMessage(new ToolMessage({ content: "text", tool_call_id: "c1" }), { name: "read", callCount: 1 }),
    ).toEqual({
      role: "tool",
      content: "text",
      toolCallId: "c1",
      toolName: "read",
      toolCallCount: 1,
    });
  });

  it("keeps every content block once: text, reasoning, media and blocks it does not know", () => {
    const content = [
      { type: "text", text: "look" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } },
      { type: "image", source_type: "url", url: "https://example.org/cat.png" },
      { type: "thinking", thinking: "hm", signature: "sig" },
      { type: "tool_use", id: "c1", name: "read", input: {} },
      { type: "crystal_ball", vision: [1, 2] },
    ];
    const message = new AIMessage({ content, tool_calls: [{ id: "c1", name: "read", args: {} }] });
    expect(projectMessage(message).content).toEqual([
      { kind: "text", text: "look" },
      { kind: "media", media: "image", mimeType: "image/png", data: "AAAA", detail: "low" },
      { kind: "media", media: "image", reference: "https://example.org/cat.png" },
      { kind: "reasoning", text: "hm", opaque: "sig" },
      { kind: "json", type: "crystal_ball", json: { type: "crystal_ball", vision: [1, 2] } },
    ]);
  });

  it("keeps a tool_use block that no tool call repeats", () => {
    const block = { type: "tool_use", id: "c9", name: "read", input: { a: 1 } };
    expect(projectMessage(new AIMessage({ content: [block] })).content).toEqual([
      { kind: "json", type: "tool_use", json: block },
    ]);
  });

  it("returns the same object until the message is edited in place, and leaves the message alone", () => {
    const message = Object.freeze(
      new AIMessage({ content: [{ type: "text", text: "a" }], tool_calls: [{ id: "c", name: "t", args: { x: 1 } }] }),
    );
    const before = JSON.stringify(message);
    const first = projectMessage(message);
    expect(projectMessage(message)).toBe(first);
    expect(JSON.stringify(message)).toBe(before);
    const args = message.tool_calls?.[0]?.args as { x: number };
    args.x = 2;
    expect(projectMessage(message).toolCalls?.[0]?.arguments).toBe('{"x":2}');
  });

  it("refuses call arguments without JSON form, saying which", () => {
    const args: Record<string, unknown> = {};
    args["self"] = args;
    expect(() => projectMessage(new AIMessage({ content: "", tool_calls: [{ id: "c", name: "loop", args }] }))).toThrow(
      /\[invalid_request\] arguments of a call of "loop"\.self holds .*cycle/,
    );
  });
});
