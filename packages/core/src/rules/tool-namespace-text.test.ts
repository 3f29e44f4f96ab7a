import { describe, expect, it } from "vitest";
import type { JsonValue, ToolContent } from "../outbound-request.ts";
import type { TypeStyle } from "./schema-type-text.ts";
import { toolNamespaceText } from "./tool-namespace-text.ts";

const bakery: ToolContent = {
  name: "order_bread",
  description: "Orders bread.\n\n    Args:\n        loaves: how many\n    ",
  parameters: {
    type: "object",
    title: "Order",
    properties: {
      kind: { type: "string", enum: ["rye", "wheat"], description: "Which flour" },
      loaves: { type: "integer", title: "Loaves" },
      sliced: { type: "boolean", default: false },
      address: {
        type: "object",
        properties: {
          street: { type: "string", description: "With number" },
          floors: { type: "array", items: { type: "number" } },
        },
        required: ["street"],
      },
    },
    required: ["kind", "loaves"],
    additionalProperties: false,
  },
};

function rendered(tool: ToolContent, style: TypeStyle): string {
  const { header, declarations, footer } = toolNamespaceText([tool], style);
  return header + declarations.join("") + footer;
}

function isProven(parameters: JsonValue, style: TypeStyle = "2024"): boolean | undefined {
  return toolNamespaceText([{ name: "f", parameters }], style).proven[0];
}

const withOne = (property: JsonValue): JsonValue => ({ type: "object", properties: { a: property } });

describe("toolNamespaceText", () => {
  it("writes tools as the cl100k models are shown them", () => {
    expect(rendered(bakery, "2023")).toBe(
      [
        "namespace functions {",
        "",
        "// Orders bread.\n\n    Args:\n        loaves: how many\n    ",
        "type order_bread = (_: {",
        "// Which flour",
        'kind: "rye" | "wheat",',
        "loaves: number,",
        "sliced?: boolean,",
        "address?: {",
        "  street: string,",
        "  floors?: number[],",
        "},",
        "}) => any;",
        "",
        "} // namespace functions",
      ].join("\n"),
    );
  });

  it("writes tools as the o200k models are shown them on Chat Completions", () => {
    expect(rendered(bakery, "2024")).toBe(
      [
        "namespace functions {",
        "",
        "// Orders bread.\n\nArgs:\nloaves: how many",
        "type order_bread = (_: { // Which flour",
        'kind: "rye" | "wheat",',
        "loaves: number,",
        "sliced?: boolean, // default: false",
        "address?: {",
        "  // With number",
        "  street: string,",
        "  floors?: number[]",
        "} }) => any;",
        "",
        "} // namespace functions",
      ].join("\n"),
    );
  });

  it("shows titles on Responses where there is no description", () => {
    const text = rendered(bakery, "2025");
    expect(text).toContain("type order_bread = (_: // Order\n{ // Which flour\n");
    expect(text).toContain("// Loaves\nloaves: number,");
  });

  it.each(["2023", "2024"] as const)("writes a tool without parameters as a bare signature (%s)", (style) => {
    expect(toolNamespaceText([{ name: "ping" }], style).declarations).toEqual(["type ping = () => any;\n\n"]);
  });

  it("follows local references and what stands beside them", () => {
    const parameters = {
      type: "object",
      properties: { a: { $ref: "#/$defs/A", description: "beside" }, b: { $ref: "#/$defs/Missing" } },
      $defs: { A: { type: "object", properties: { n: { type: "null" } } } },
    };
    const [text] = toolNamespaceText([{ name: "f", parameters }], "2024").declarations;
    expect(text).toBe("type f = (_: { // beside\na?: {\n  n?: null\n},\nb?: any }) => any;\n\n");
  });

  it("ends on schemas that refer to themselves, in depth and in breadth", () => {
    const self = { $ref: "#/$defs/Node" };
    const node = { type: "object", properties: Object.fromEntries([..."abcdefgh"].map((name) => [name, self])) };
    const parameters = {
      type: "object",
      properties: { root: self, loop: { $ref: "#/$defs/Loop" } },
      $defs: { Node: node, Loop: { $ref: "#/$defs/Loop" } },
    };
    const { declarations, proven } = toolNamespaceText([{ name: "f", parameters }], "2024");
    expect(declarations[0]?.length).toBeLessThan(2_000_000);
    expect(proven).toEqual([false]);
  });

  it.each<[string, JsonValue]>([
    ["scalars", { type: "string" }],
    ["one-line descriptions", { type: "number", description: "How many" }],
    ["arrays of scalars", { type: "array", items: { type: "string" } }],
    ["boolean defaults", { type: "boolean", default: true }],
  ])("takes %s as proven by bills", (_what, property) => {
    expect(isProven(withOne(property))).toBe(true);
  });

  it.each<[string, JsonValue]>([
    ["enums", { type: "string", enum: ["a"] }],
    ["unions", { anyOf: [{ type: "string" }, { type: "null" }] }],
    ["constants", { const: 1 }],
    ["lists of types", { type: ["string", "null"] }],
    ["limits", { type: "string", maxLength: 5 }],
    ["titles", { type: "string", title: "A" }],
    [
      "described members of nested objects",
      { type: "object", properties: { b: { type: "string", description: "b" } } },
    ],
    ["untyped values", {}],
    ["text defaults", { type: "string", default: "x" }],
    ["open dictionaries", { type: "object", additionalProperties: { type: "string" } }],
  ])("takes %s as unproven", (_what, property) => {
    expect(isProven(withOne(property))).toBe(false);
  });
});
