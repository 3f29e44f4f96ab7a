import { describe, expect, it } from "vitest";
import { findPlimsollError } from "../errors.ts";
import type { OutboundRequest } from "../outbound-request.ts";
import { projectOpenAIChatBody } from "./project-openai-chat-body.ts";

const options = { contextWindow: 128_000 };
const call = (id: string, name: string): unknown => ({ id, type: "function", function: { name, arguments: "{}" } });

function project(over: object): OutboundRequest {
  return projectOpenAIChatBody({ model: "gpt-4o", messages: [], ...over }, options);
}

function contentOf(block: object): unknown {
  const [segment] = project({ messages: [{ role: "user", content: [block] }] }).segments;
  return segment?.type === "message" ? segment.message.content : undefined;
}

function refused(body: unknown): unknown {
  try {
    projectOpenAIChatBody(body, options);
  } catch (error) {
    return findPlimsollError(error);
  }
  return undefined;
}

describe("projectOpenAIChatBody", () => {
  it("takes model, window, limit and settings over", () => {
    const request = project({ max_completion_tokens: 500, temperature: 0, tool_choice: "auto" });
    expect(request).toMatchObject({
      surface: "openai-chat",
      modelId: "gpt-4o",
      contextWindow: 128_000,
      reservations: { output: 500 },
    });
    expect(request.settings).toEqual({ max_completion_tokens: 500, temperature: 0, tool_choice: "auto" });
    expect(
      projectOpenAIChatBody({ model: "m", messages: [] }, { ...options, outputReservation: 7 }).reservations,
    ).toEqual({ output: 7 });
  });

  it("gives kinds by position: before the last user message history, after it task and evidence", () => {
    const messages = [
      { role: "system", content: "s" },
      { role: "user", content: "first" },
      { role: "assistant", content: null, tool_calls: [call("1", "f")] },
      { role: "tool", tool_call_id: "1", content: "old" },
      { role: "user", content: "last" },
      { role: "assistant", content: null, tool_calls: [call("2", "f")] },
      { role: "tool", tool_call_id: "2", content: "new" },
    ];
    const request = project({ messages, tools: [{ type: "function", function: { name: "f" } }] });
    expect(request.segments.map((segment) => segment.kind)).toEqual([
      "system",
      "tools",
      "history",
      "history",
      "history",
      "task",
      "task",
      "evidence",
    ]);
  });

  it("tells each result who answered and how many were asked", () => {
    const messages = [
      { role: "assistant", tool_calls: [call("1", "f"), call("2", "g")] },
      { role: "tool", tool_call_id: "2", content: "x" },
      { role: "tool", tool_call_id: "9", content: "y" },
    ];
    const [, known, unknown] = project({ messages }).segments.map((segment) =>
      segment.type === "message" ? segment.message : undefined,
    );
    expect(known).toEqual({ role: "tool", content: "x", toolCallId: "2", toolName: "g", toolCallCount: 2 });
    expect(unknown).toEqual({ role: "tool", content: "y", toolCallId: "9" });
  });

  it("reads a legacy function_call as a call without an id, and functions as tools", () => {
    const request = project({
      messages: [{ role: "assistant", content: "", function_call: { name: "f", arguments: "{ }" } }],
      functions: [{ name: "f" }],
    });
    expect(request.segments[0]).toEqual({ type: "tool", kind: "tools", tool: { name: "f" } });
    expect(request.segments[1]).toMatchObject({ message: { toolCalls: [{ name: "f", arguments: "{ }" }] } });
  });

  it("makes a JSON-schema format a segment and leaves other formats settings", () => {
    const schema = { type: "object" };
    const format = { type: "json_schema", json_schema: { name: "a", schema, strict: true } };
    expect(project({ response_format: format }).segments).toEqual([
      { type: "response-format", kind: "tools", format: { name: "a", schema, strict: true } },
    ]);
    expect(project({ response_format: format }).settings).toEqual({});
    expect(project({ response_format: { type: "json_object" } }).settings).toEqual({
      response_format: { type: "json_object" },
    });
  });

  it("keeps hosted and custom tools as they are sent", () => {
    const tool = { type: "custom", custom: { name: "x" } };
    expect(project({ tools: [tool] }).segments).toEqual([
      { type: "tool", kind: "tools", tool: { name: "custom", hosted: tool } },
    ]);
  });

  it.each<[string, object, unknown]>([
    ["text", { type: "text", text: "a" }, { kind: "text", text: "a" }],
    [
      "an image in a data URL",
      { type: "image_url", image_url: { url: "data:image/png;base64,QUJD", detail: "low" } },
      { kind: "media", media: "image", mimeType: "image/png", data: "QUJD", detail: "low" },
    ],
    [
      "an image behind an address",
      { type: "image_url", image_url: { url: "https://example.com/a.png" } },
      { kind: "media", media: "image", reference: "https://example.com/a.png" },
    ],
    [
      "sound",
      { type: "input_audio", input_audio: { data: "QUJD", format: "wav" } },
      { kind: "media", media: "audio", data: "QUJD", mimeType: "wav" },
    ],
    [
      "a file",
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,QUJD" } },
      { kind: "media", media: "document", mimeType: "application/pdf", data: "QUJD" },
    ],
    [
      "a file id",
      { type: "file", file: { file_id: "file-1" } },
      { kind: "media", media: "document", reference: "file-1" },
    ],
    [
      "an unknown block",
      { type: "hologram", value: 1 },
      { kind: "json", type: "hologram", json: { type: "hologram", value: 1 } },
    ],
    ["a text block without text", { type: "text" }, { kind: "json", type: "text", json: { type: "text" } }],
  ])("reads %s", (_what, block, part) => {
    expect(contentOf(block)).toEqual([part]);
  });

  it("keeps refusals, and reasoning that compatible APIs take back", () => {
    const [segment] = project({
      messages: [{ role: "assistant", content: "a", refusal: "no", reasoning_content: "hm" }],
    }).segments;
    expect(segment).toMatchObject({
      message: {
        content: [
          { kind: "text", text: "a" },
          { kind: "text", text: "no" },
          { kind: "reasoning", text: "hm" },
        ],
      },
    });
  });

  it.each<[string, unknown, string, string]>([
    ["no object", "text", "body", "string"],
    ["no model", { messages: [] }, "model", "undefined"],
    ["messages that are no list", { model: "m", messages: {} }, "messages", "object"],
    ["a message that is no object", { model: "m", messages: ["hi"] }, "messages[0]", "string"],
    ["a role nobody has", { model: "m", messages: [{ role: "robot" }] }, "messages[0].role", "string"],
    [
      "calls that are no list",
      { model: "m", messages: [{ role: "assistant", tool_calls: "x" }] },
      "messages[0].tool_calls",
      "string",
    ],
    [
      "a block that is a number",
      { model: "m", messages: [{ role: "user", content: [1] }] },
      "messages[0].content[0]",
      "number",
    ],
    [
      "a number JSON has no form for",
      { model: "m", messages: [], temperature: Number.NaN },
      "body.temperature",
      "number",
    ],
    ["a function", { model: "m", messages: [], stop: () => 1 }, "body.stop", "function"],
  ])("refuses %s, naming path and type", (_what, body, path, type) => {
    expect(refused(body)).toMatchObject({ code: "invalid_request", details: { path, type } });
  });

  it("refuses cycles instead of following them", () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    expect(refused({ model: "m", messages: [], metadata: cyclic })).toMatchObject({ code: "invalid_request" });
  });

  it("says nothing of the content in an error", () => {
    expect(JSON.stringify(refused({ model: "m", messages: ["secret words"] }))).not.toContain("secret");
  });

  it("reads names that objects inherit as ordinary names", () => {
    const tools = [
      {
        type: "function",
        function: {
          name: "constructor",
          parameters: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as unknown,
        },
      },
    ];
    const [segment] = project({ tools }).segments;
    expect(JSON.stringify(segment)).toContain('"__proto__":{"type":"string"}');
  });
});
