import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { appendGuard, type JsonValue, passGuard, type PlainGuard, type ToolContent } from "@plimsoll/core";

type Definition = Readonly<Record<string, unknown>>;

interface Projection {
  /** The schema of a LangChain tool is a class instance as a rule: compared by identity. */
  readonly schema: unknown;
  readonly guard: PlainGuard;
  readonly tool: ToolContent;
}

const projections = new WeakMap<object, Projection>();

/** Names that LangChain numbers anew for every untitled schema. */
const autoNumberedName = /^extract-\d+$/;

/**
 * A LangChain tool, an OpenAI-style definition or a provider-side tool as request content. Pure; the same object for
 * the same unchanged tool, so that its schema is converted once.
 */
export function projectTool(tool: object): ToolContent {
  const { schema, editable } = partsOf(tool);
  const known = projections.get(tool);
  if (known !== undefined && known.schema === schema && passGuard(known.guard, 0, editable) >= 0) return known.tool;
  const projected = project(tool);
  const guard: unknown[] = [];
  appendGuard(guard, editable);
  projections.set(tool, { schema, guard, tool: projected });
  return projected;
}

/** What an edit in place could change: all of a plain definition; of a tool object its texts, and a plain schema. */
function partsOf(tool: object): { readonly schema: unknown; readonly editable: unknown } {
  if (isPlain(tool)) return { schema: undefined, editable: tool };
  const { name, description, schema } = tool as Definition;
  return { schema, editable: isPlain(schema) ? [name, description, schema] : [name, description] };
}

function project(tool: object): ToolContent {
  // The converter returns a definition unchanged and builds one from a LangChain tool, whatever its schema's library.
  const converted: object = convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]);
  const definition = "function" in converted ? converted.function : undefined;
  return isRecord(definition) ? fromFunction(definition) : fromProviderTool(tool as Definition);
}

function fromFunction(definition: Definition): ToolContent {
  const { name, description, parameters, strict } = definition;
  const toolName = typeof name === "string" ? name : "";
  return {
    name: toolName,
    ...(typeof description === "string" ? { description } : {}),
    ...(parameters === undefined ? {} : { parameters: parameters as JsonValue }),
    ...(typeof strict === "boolean" ? { strict } : {}),
    ...(autoNumberedName.test(toolName) ? { autoNumbered: true } : {}),
  };
}

function fromProviderTool(tool: Definition): ToolContent {
  const name = [tool["name"], tool["type"]].find((value) => typeof value === "string") ?? "provider tool";
  return { name, hosted: tool as JsonValue };
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

function isRecord(value: unknown): value is Definition {
  return typeof value === "object" && value !== null;
}
