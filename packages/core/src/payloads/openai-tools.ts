import type { JsonValue, Segment, ToolContent } from "../outbound-request.ts";
import { objectOr, type PayloadObject, present, readArray, readObject, stringOr } from "./payload-reader.ts";

/** Tool definitions of an OpenAI body as segments: functions in both shapes, anything else as a hosted tool. */
export function toolSegments(value: JsonValue | undefined, path: string): readonly Segment[] {
  return readArray(value, path, "tools are an array of definitions").map((tool, index): Segment => {
    const source = readObject(tool, `${path}[${index}]`, "a tool is an object");
    return { type: "tool", kind: "tools", tool: toolContent(source) };
  });
}

function toolContent(source: PayloadObject): ToolContent {
  const definition = objectOr(source["function"]) ?? source;
  const type = stringOr(source["type"]);
  const isFunction = type === undefined || type === "function";
  const name = stringOr(definition["name"]);
  if (!isFunction || name === undefined) return { name: name ?? type ?? "", hosted: source };
  return {
    name,
    ...present("description", stringOr(definition["description"])),
    ...present("parameters", definition["parameters"]),
    ...present("strict", definition["strict"] === true ? true : undefined),
  };
}

/** A JSON-schema response format as a segment. */
export function formatSegment(source: PayloadObject): Segment {
  const format = {
    name: stringOr(source["name"]) ?? "",
    ...present("description", stringOr(source["description"])),
    ...present("schema", source["schema"]),
    ...present("strict", source["strict"] === true ? true : undefined),
  };
  return { type: "response-format", kind: "tools", format };
}
