import type { JsonValue, ToolContent } from "../outbound-request.ts";

/** A tool definition as compact JSON, with the keys most surfaces send. Hosted tools as they are sent. */
export function toolJson(tool: ToolContent): string {
  if (tool.hosted !== undefined) return JSON.stringify(tool.hosted);
  const shown: { [key: string]: JsonValue } = { name: tool.name };
  if (tool.description !== undefined) shown["description"] = tool.description;
  if (tool.parameters !== undefined) shown["parameters"] = tool.parameters;
  return JSON.stringify(shown);
}
