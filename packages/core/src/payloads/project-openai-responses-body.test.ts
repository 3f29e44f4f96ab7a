import { describe, expect, it } from "vitest";
import type { MessageContent, OutboundRequest } from "../outbound-request.ts";
import { projectOpenAIResponsesBody } from "./project-openai-responses-body.ts";

function project(over: object): OutboundRequest {
  return projectOpenAIResponsesBody({ model: "gpt-5", ...over }, { contextWindow: 400_000 });
}

function messages(input: unknown): readonly MessageContent[] {
  return project({ input }).segments.flatMap((segment) => (segment.type === "message" ? [segment.message] : []));
}

describe("projectOpenAIResponsesBody", () => {
  it("puts instructions before the input, and none where they are empty", () => {
    expect(project({ instructions: "be brief", input: "hi" }).segments.map((segment) => segment.kind)).toEqual([
      "system",
      "task",
    ]);
    expect(project({ instructions: "", input: "hi" }).segments).toHaveLength(1);
  });

  it("makes calls that follow each other the calls of one message", () => {
    const call = (id: string, name: string): object => ({
      type: "function_call",
      call_id: id,
      id: `fc_${id}`,
      name,
      arguments: "{}",
    });
    const result = (id: string): object => ({ type: "function_call_output", call_id: id, output: "ok" });
    expect(messages([call("1", "f"), call("2", "g"), result("1"), result("2"), call("3", "f")])).toEqual([
      {
        role: "assistant",
        content: "",
        itemId: "fc_1",
        toolCalls: [
          { id: "1", name: "f", arguments: "{}" },
          { id: "2", name: "g", arguments: "{}" },
        ],
      },
      { role: "tool", content: "ok", toolCallId: "1", toolName: "f", toolCallCount: 2 },
      { role: "tool", content: "ok", toolCallId: "2", toolName: "g", toolCallCount: 2 },
      { role: "assistant", content: "", itemId: "fc_3", toolCalls: [{ id: "3", name: "f", arguments: "{}" }] },
    ]);
  });

  it("keeps reasoning with its summary and encrypted payload", () => {
    const item = {
      type: "reasoning",
      id: "rs_1",
      summary: [
        { type: "summary_text", text: "a" },
        { type: "summary_text", text: "b" },
      ],
      encrypted_content: "QUJD",
    };
    expect(messages([item])).toEqual([
      { role: "assistant", itemId: "rs_1", content: [{ kind: "reasoning", text: "a\nb", opaque: "QUJD" }] },
    ]);
  });

  it("keeps server-tool items and unknown items as JSON, without their id", () => {
    const item = { type: "web_search_call", id: "ws_1", status: "completed" };
    const json = { type: "web_search_call", status: "completed" };
    expect(messages([item])).toEqual([
      { role: "assistant", itemId: "ws_1", content: [{ kind: "json", type: "web_search_call", json }] },
    ]);
  });

  it("reads text, images, files and unknown parts", () => {
    const content = [
      { type: "input_text", text: "a" },
      { type: "input_image", image_url: "data:image/png;base64,QUJD", detail: "auto" },
      { type: "input_file", file_id: "file-1" },
      { type: "input_smell", value: 1 },
    ];
    expect(messages([{ role: "user", content }])[0]?.content).toEqual([
      { kind: "text", text: "a" },
      { kind: "media", media: "image", mimeType: "image/png", data: "QUJD", detail: "auto" },
      { kind: "media", media: "document", reference: "file-1" },
      { kind: "json", type: "input_smell", json: { type: "input_smell", value: 1 } },
    ]);
  });

  it("takes a JSON-schema format out of the settings", () => {
    const request = project({
      input: "hi",
      text: { format: { type: "json_schema", name: "a", schema: {} }, verbosity: "low" },
    });
    expect(request.segments).toContainEqual({
      type: "response-format",
      kind: "tools",
      format: { name: "a", schema: {} },
    });
    expect(request.settings).toEqual({ text: { verbosity: "low" } });
  });

  it.each([
    ["an item that is no object", { input: [1] }, "input[0]"],
    ["an input that is a number", { input: 5 }, "input"],
    ["tools that are no list", { input: "hi", tools: {} }, "tools"],
  ])("refuses %s", (_what, over, path) => {
    expect(() => project(over)).toThrow(
      expect.objectContaining({ code: "invalid_request", details: expect.objectContaining({ path }) as unknown }),
    );
  });
});
