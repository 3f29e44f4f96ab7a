import { toJsonSchema } from "@langchain/core/utils/json_schema";
import type { JsonValue, ResponseFormatContent, ToolContent } from "@plimsoll/core";
import { projectTool } from "@plimsoll/langgraph";

type Fields = Readonly<Record<string, unknown>>;

/** What the agent makes of a response format after all middleware: extra tools, or a native format. */
export interface ProjectedResponseFormat {
  readonly tools: readonly ToolContent[];
  readonly format: ResponseFormatContent | undefined;
}

const nothing: ProjectedResponseFormat = { tools: [], format: undefined };

/** The description LangChain gives a structured-output tool whose schema has none. */
const defaultDescription = "Tool for extracting structured output from the model's response.";

/**
 * Projects `responseFormat` as the agent will send it. A strategy object says itself what it sends; a bare schema
 * becomes a native format where the model supports one, else a tool. The strategy of a bare schema is not made here:
 * making one would advance LangChain's process-wide numbering and so change the request.
 */
export function projectResponseFormat(
  responseFormat: unknown,
  nativeStructuredOutput: boolean,
): ProjectedResponseFormat {
  if (!isObject(responseFormat) || "__responseFormatUndefined" in responseFormat) return nothing;
  if (Array.isArray(responseFormat))
    return { tools: responseFormat.map((item) => strategyTool(item) ?? schemaTool(item)), format: undefined };
  const tool = strategyTool(responseFormat);
  if (tool !== undefined) return { tools: [tool], format: undefined };
  if (isProviderStrategy(responseFormat)) return { tools: [], format: nativeFormat(responseFormat) };
  if (nativeStructuredOutput)
    return { tools: [], format: nativeFormat({ schema: jsonSchemaOf(responseFormat), strict: true }) };
  return { tools: [schemaTool(responseFormat)], format: undefined };
}

function strategyTool(value: unknown): ToolContent | undefined {
  const tool = isObject(value) ? value["tool"] : undefined;
  return isObject(tool) && isObject(tool["function"]) ? projectTool(tool) : undefined;
}

function isProviderStrategy(value: Fields): boolean {
  return isObject(value["schema"]) && "strict" in value && "_schemaType" in value;
}

function nativeFormat(strategy: Fields): ResponseFormatContent {
  const schema = isObject(strategy["schema"]) ? strategy["schema"] : {};
  const { name, description } = schema;
  return {
    name: typeof name === "string" ? name : "extract",
    ...(typeof description === "string" ? { description } : {}),
    schema: schema as JsonValue,
    ...(typeof strategy["strict"] === "boolean" ? { strict: strategy["strict"] } : {}),
  };
}

function schemaTool(value: unknown): ToolContent {
  const schema = jsonSchemaOf(value);
  const { title, description } = schema;
  return {
    ...(typeof title === "string" ? { name: title } : { name: "extract-1", autoNumbered: true }),
    description: typeof description === "string" ? description : defaultDescription,
    parameters: schema as JsonValue,
    strict: false,
  };
}

const converted = new WeakMap<object, Fields>();

function jsonSchemaOf(value: unknown): Fields {
  if (!isObject(value)) return {};
  const known = converted.get(value);
  if (known !== undefined) return known;
  const schema: Fields = toJsonSchema(value as Parameters<typeof toJsonSchema>[0]) as Fields;
  converted.set(value, schema);
  return schema;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
