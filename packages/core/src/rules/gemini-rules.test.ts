import { describe, expect, it } from "vitest";
import type { ContentPart, JsonValue } from "../outbound-request.ts";
import { charsCounter } from "../token-counter.ts";
import type { GeminiFamily } from "./provider-framing.ts";
import { geminiRules } from "./gemini-rules.ts";

const cost = (family: GeminiFamily, content: readonly ContentPart[]): number =>
  geminiRules(family).messageCost({ role: "user", content }, charsCounter).tokens;
const tool = (family: GeminiFamily, parameters: JsonValue): number | undefined =>
  geminiRules(family).toolsCost(
    { tools: [{ name: "a", parameters }], format: undefined, hasSystem: false, settings: {} },
    charsCounter,
  ).tools[0]?.tokens;

describe("geminiRules", () => {
  it("charge one for each part", () => {
    expect(
      cost("gemini-2.5", [
        { kind: "text", text: "ab" },
        { kind: "text", text: "c" },
      ]),
    ).toBe(3 + 2);
  });

  it.each<[GeminiFamily, number]>([
    ["gemini-2.5", 1],
    ["gemini-3", 280],
    ["vertex", 0],
  ])("charge %s for a signature of a thousand characters %i", (family, tokens) => {
    expect(cost(family, [{ kind: "reasoning", text: "", opaque: "A".repeat(1_000) }]) - 1).toBe(tokens);
  });

  it("charge for the schema of a tool without parameters but behind Vertex", () => {
    const empty = { type: "object", properties: {} };
    expect(tool("gemini-3", empty)).toBe('{"name":"a","parameters":{"type":"object","properties":{}}}'.length + 1);
    expect(tool("vertex", empty)).toBe('{"name":"a"}'.length + 1);
  });

  it("write references of a schema out", () => {
    const schema = {
      type: "object",
      properties: { x: { $ref: "#/$defs/X" }, y: { $ref: "#/$defs/X" } },
      $defs: { X: { type: "string" } },
    };
    const json =
      '{"name":"a","parameters":{"type":"object","properties":{"x":{"type":"string"},"y":{"type":"string"}}}}';
    expect(tool("gemini-2.5", schema)).toBe(json.length + 1);
  });

  it.each<[GeminiFamily, number]>([
    ["gemini-2", 6],
    ["gemini-2.5", 0],
  ])("charge %s a share of a response schema", (family, tokens) => {
    const format = { name: "response", schema: { type: "object", a: 1 } };
    const input = { tools: [], format, hasSystem: false, settings: {} };
    expect(geminiRules(family).toolsCost(input, charsCounter).format?.tokens).toBe(tokens);
  });

  it.each<[GeminiFamily, number, number, number]>([
    ["gemini-2", 300, 300, 258],
    ["gemini-2", 3_000, 2_000, 258 * 4 * 3],
    ["gemini-2.5", 597, 566, 258],
    ["gemini-2.5", 1_536, 1_536, 258 * 4],
    ["gemini-3", 4_000, 4_000, 1_120],
  ])("weigh on %s an image of %i × %i as %i", (family, width, height, tokens) => {
    expect(cost(family, [{ kind: "media", media: "image", width, height }]) - 1).toBe(tokens);
  });
});
