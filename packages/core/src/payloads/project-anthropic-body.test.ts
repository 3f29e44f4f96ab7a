import { describe, expect, it } from "vitest";
import type { MessageContent, OutboundRequest } from "../outbound-request.ts";
import { projectAnthropicBody } from "./project-anthropic-body.ts";

function project(over: object): OutboundRequest {
  return projectAnthropicBody(
    { model: "claude-sonnet-4-5", max_tokens: 100, messages: [], ...over },
    { contextWindow: 200_000 },
  );
}

function messages(raw: readonly object[]): readonly MessageContent[] {
  return project({ messages: raw }).segments.flatMap((segment) =>
    segment.type === "message" ? [segment.message] : [],
  );
}

describe("projectAnthropicBody", () => {
  it("reads system text in both shapes, tools and the output limit", () => {
    const tool = {
      name: "f",
      description: "d",
      input_schema: { type: "object" },
      cache_control: { type: "ephemeral" },
    };
    const request = project({
      system: [{ type: "text", text: "s" }],
      tools: [tool],
      messages: [{ role: "user", content: "hi" }],
    });
    expect(request.reservations).toEqual({ output: 100 });
    expect(request.segments).toEqual([
      { type: "message", kind: "system", message: { role: "system", content: [{ kind: "text", text: "s" }] } },
      { type: "tool", kind: "tools", tool: { name: "f", description: "d", parameters: { type: "object" } } },
      { type: "message", kind: "task", message: { role: "user", content: "hi" } },
    ]);
    expect(project({ system: "s" }).segments).toHaveLength(1);
    expect(project({ system: "" }).segments).toHaveLength(0);
  });

  it("makes each result a message of its own, before what the user says beside it", () => {
    const uses = [
      { type: "text", text: "I look" },
      { type: "tool_use", id: "1", name: "f", input: { a: 1 } },
      { type: "tool_use", id: "2", name: "g", input: {} },
    ];
    const results = [
      { type: "tool_result", tool_use_id: "1", content: "one" },
      { type: "tool_result", tool_use_id: "2", content: [{ type: "text", text: "two" }] },
      { type: "text", text: "go on" },
    ];
    const projected = messages([
      { role: "assistant", content: uses },
      { role: "user", content: results },
    ]);
    expect(projected).toEqual([
      {
        role: "assistant",
        content: [{ kind: "text", text: "I look" }],
        toolCalls: [
          { id: "1", name: "f", arguments: '{"a":1}' },
          { id: "2", name: "g", arguments: "{}" },
        ],
      },
      { role: "tool", content: "one", toolCallId: "1", toolName: "f", toolCallCount: 2 },
      { role: "tool", content: [{ kind: "text", text: "two" }], toolCallId: "2", toolName: "g", toolCallCount: 2 },
      { role: "user", content: [{ kind: "text", text: "go on" }] },
    ]);
  });

  it.each<[string, object, unknown]>([
    [
      "thinking",
      { type: "thinking", thinking: "hm", signature: "QUJD" },
      { kind: "reasoning", text: "hm", opaque: "QUJD" },
    ],
    ["redacted thinking", { type: "redacted_thinking", data: "QUJD" }, { kind: "reasoning", text: "", opaque: "QUJD" }],
    [
      "an image",
      { type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD" } },
      { kind: "media", media: "image", data: "QUJD", mimeType: "image/png" },
    ],
    [
      "a document behind an address",
      { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } },
      { kind: "media", media: "document", reference: "https://example.com/a.pdf" },
    ],
    [
      "a server tool's use",
      { type: "server_tool_use", id: "s", name: "web_search", input: {} },
      {
        kind: "json",
        type: "server_tool_use",
        json: { type: "server_tool_use", id: "s", name: "web_search", input: {} },
      },
    ],
    [
      "a document of plain text",
      { type: "document", source: { type: "text", data: "a" } },
      { kind: "json", type: "document", json: { type: "document", source: { type: "text", data: "a" } } },
    ],
  ])("reads %s", (_what, block, part) => {
    expect(messages([{ role: "assistant", content: [block] }])[0]?.content).toEqual([part]);
  });

  it("makes an output format a segment and keeps the rest of its settings", () => {
    const request = project({
      output_config: { format: { type: "json_schema", schema: { type: "object" } }, effort: "low" },
    });
    expect(request.segments).toEqual([
      { type: "response-format", kind: "tools", format: { name: "", schema: { type: "object" } } },
    ]);
    expect(request.settings).toEqual({ max_tokens: 100, output_config: { effort: "low" } });
  });

  it("keeps server tools as they are sent", () => {
    const tool = { type: "web_search_20250305", name: "web_search" };
    expect(project({ tools: [tool] }).segments).toEqual([
      { type: "tool", kind: "tools", tool: { name: "web_search", hosted: tool } },
    ]);
  });

  it("refuses a message without a role, naming the path", () => {
    expect(() => messages([{ content: "hi" }])).toThrow(/messages\[0\]\.role is undefined/);
  });
});
