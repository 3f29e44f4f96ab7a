import { describe, expect, it } from "vitest";
import type { MessageContent, OutboundRequest } from "../outbound-request.ts";
import { projectGeminiBody } from "./project-gemini-body.ts";

function project(body: object): OutboundRequest {
  return projectGeminiBody(body, { contextWindow: 1_000_000, modelId: "gemini-2.5-flash" });
}

function messages(contents: readonly object[]): readonly MessageContent[] {
  return project({ contents }).segments.flatMap((segment) => (segment.type === "message" ? [segment.message] : []));
}

describe("projectGeminiBody", () => {
  it.each(["systemInstruction", "system_instruction"])("reads %s, limit and settings", (field) => {
    const request = project({
      [field]: { parts: [{ text: "s" }] },
      contents: "hi",
      generationConfig: { maxOutputTokens: 9 },
      safetySettings: [],
    });
    expect(request.segments).toEqual([
      { type: "message", kind: "system", message: { role: "system", content: [{ kind: "text", text: "s" }] } },
      { type: "message", kind: "task", message: { role: "user", content: [{ kind: "text", text: "hi" }] } },
    ]);
    expect(request.reservations).toEqual({ output: 9 });
    expect(request.settings).toEqual({ generationConfig: { maxOutputTokens: 9 }, safetySettings: [] });
  });

  it("reads declarations with either schema field, and other tools as they are sent", () => {
    const declarations = [
      { name: "f", description: "d", parameters: { type: "OBJECT" } },
      { name: "g", parametersJsonSchema: { type: "object" } },
    ];
    expect(
      project({ contents: [], tools: [{ functionDeclarations: declarations }, { googleSearch: {} }] }).segments,
    ).toEqual([
      { type: "tool", kind: "tools", tool: { name: "f", description: "d", parameters: { type: "OBJECT" } } },
      { type: "tool", kind: "tools", tool: { name: "g", parameters: { type: "object" } } },
      { type: "tool", kind: "tools", tool: { name: "googleSearch", hosted: { googleSearch: {} } } },
    ]);
    expect(project({ contents: [], tools: { functionDeclarations: declarations } }).segments).toHaveLength(2);
  });

  it("reads calls with their signatures and responses with their media", () => {
    const image = { inlineData: { mimeType: "image/png", data: "QUJD" } };
    const projected = messages([
      { role: "model", parts: [{ functionCall: { id: "1", name: "f", args: { a: 1 } }, thoughtSignature: "SIG" }] },
      { role: "user", parts: [{ functionResponse: { id: "1", name: "f", response: { ok: true }, parts: [image] } }] },
    ]);
    expect(projected).toEqual([
      {
        role: "assistant",
        content: [{ kind: "reasoning", text: "", opaque: "SIG" }],
        toolCalls: [{ id: "1", name: "f", arguments: '{"a":1}' }],
      },
      {
        role: "tool",
        content: [
          { kind: "text", text: '{"ok":true}' },
          { kind: "media", media: "image", data: "QUJD", mimeType: "image/png" },
        ],
        toolCallId: "1",
        toolName: "f",
      },
    ]);
  });

  it("reads thoughts, files behind an address and unknown parts", () => {
    const parts = [
      { text: "hm", thought: true },
      { fileData: { fileUri: "https://example.com/a.mp4", mimeType: "video/mp4" } },
      { executableCode: { code: "1" } },
    ];
    expect(messages([{ role: "model", parts }])[0]?.content).toEqual([
      { kind: "reasoning", text: "hm" },
      { kind: "media", media: "video", reference: "https://example.com/a.mp4", mimeType: "video/mp4" },
      { kind: "json", type: "executableCode", json: { executableCode: { code: "1" } } },
    ]);
  });

  it("makes a response schema a segment", () => {
    const request = project({ contents: [], generationConfig: { responseSchema: { type: "OBJECT" }, temperature: 0 } });
    expect(request.segments).toEqual([
      { type: "response-format", kind: "tools", format: { name: "response", schema: { type: "OBJECT" } } },
    ]);
    expect(request.settings).toEqual({ generationConfig: { temperature: 0 } });
  });

  it("refuses a body without a model id and says to pass it", () => {
    expect(() => projectGeminiBody({ contents: [] }, { contextWindow: 1_000 })).toThrow(
      /modelId is undefined.*pass it as modelId/,
    );
  });

  it("refuses contents that are numbers, naming the path", () => {
    expect(() => project({ contents: [1] })).toThrow(/contents\[0\] is number/);
  });
});
