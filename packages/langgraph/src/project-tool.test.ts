import { tool } from "@langchain/core/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { projectTool } from "./project-tool.ts";

describe("projectTool", () => {
  it("projects a LangChain tool with its schema as JSON Schema", () => {
    const read = tool(() => "", { name: "read", description: "Reads.", schema: z.object({ path: z.string() }) });
    expect(projectTool(read)).toMatchObject({
      name: "read",
      description: "Reads.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    });
    expect(projectTool(read)).toBe(projectTool(read));
  });

  it("projects an OpenAI-style definition, and marks an auto-numbered name", () => {
    expect(
      projectTool({ type: "function", function: { name: "extract-3", parameters: { type: "object" }, strict: true } }),
    ).toEqual({
      name: "extract-3",
      parameters: { type: "object" },
      strict: true,
      autoNumbered: true,
    });
  });

  it("keeps a provider-side tool whole", () => {
    const hosted = { type: "web_search", max_uses: 3 };
    expect(projectTool(hosted)).toEqual({ name: "web_search", hosted });
  });

  it("notices an edit of a plain schema in place", () => {
    const definition = { type: "function", function: { name: "read", description: "one", parameters: {} } };
    const before = projectTool(definition);
    definition.function.description = "two";
    expect(projectTool(definition)).not.toBe(before);
    expect(projectTool(definition).description).toBe("two");
  });
});
