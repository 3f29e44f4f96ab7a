import { describe, expect, it } from "vitest";
import { inlinedSchema } from "./inlined-schema.ts";

describe("inlinedSchema", () => {
  it("writes references out and leaves definitions out", () => {
    const schema = { type: "object", properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: { type: "string" } } };
    expect(inlinedSchema(schema, 1)).toEqual({ type: "object", properties: { a: { type: "string" } } });
  });

  it("writes a reference into itself out so often and no more", () => {
    const schema = {
      $ref: "#/$defs/Node",
      $defs: { Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } } } },
    };
    expect(inlinedSchema(schema, 2)).toEqual({
      type: "object",
      properties: { next: { type: "object", properties: { next: {} } } },
    });
  });

  it("ends where references multiply", () => {
    const wide = Object.fromEntries([..."abcdefghij"].map((name) => [name, { $ref: "#/$defs/Node" }]));
    const schema = { $ref: "#/$defs/Node", $defs: { Node: { type: "object", properties: wide } } };
    expect(JSON.stringify(inlinedSchema(schema, 8)).length).toBeLessThan(1_000_000);
  });

  it("leaves references alone that name nothing here", () => {
    expect(inlinedSchema({ $ref: "https://example.com/a.json" }, 8)).toEqual({ $ref: "https://example.com/a.json" });
  });
});
