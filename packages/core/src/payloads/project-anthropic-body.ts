import type { JsonValue, MessageContent, OutboundRequest, Segment, ToolContent } from "../outbound-request.ts";
import { anthropicCalls, anthropicMessages } from "./anthropic-messages.ts";
import { anthropicContent } from "./anthropic-parts.ts";
import { formatSegment } from "./openai-tools.ts";
import { type ProjectionOptions, reservationsOf } from "./payload-options.ts";
import {
  objectOr,
  type PayloadObject,
  present,
  readArray,
  readBody,
  readMessages,
  readObject,
  readString,
  stringOr,
  without,
} from "./payload-reader.ts";
import { inSendingOrder, messageSegments } from "./segment-kinds.ts";

/**
 * The body of an Anthropic Messages request as an intermediate request. Results in a user message become messages of
 * their own, before what the user says beside them. Pure; blocks it does not know are kept as JSON.
 *
 * @throws PlimsollError `invalid_request` naming path, type and remedy.
 */
export function projectAnthropicBody(body: unknown, options: ProjectionOptions): OutboundRequest {
  const source = readBody(body);
  const raw = readMessages(source, "Messages");
  const calls = anthropicCalls(raw);
  const messages = raw.flatMap((message, index) => anthropicMessages(message, `messages[${index}]`, calls));
  const output = objectOr(source["output_config"]);
  const format = objectOr(output?.["format"]) ?? objectOr(source["output_format"]);
  const formats = format?.["schema"] === undefined ? [] : [formatSegment(format)];
  return {
    surface: "anthropic",
    modelId: options.modelId ?? readString(source["model"], "model", "name the model, or pass modelId"),
    contextWindow: options.contextWindow,
    reservations: reservationsOf(options, source["max_tokens"]),
    segments: inSendingOrder(messageSegments([...systemMessage(source["system"]), ...messages]), [
      ...tools(source["tools"]),
      ...formats,
    ]),
    settings: settingsOf(source, output, formats.length > 0),
  };
}

function settingsOf(
  source: PayloadObject,
  output: PayloadObject | undefined,
  hasFormat: boolean,
): OutboundRequest["settings"] {
  const settings = without(source, ["model", "messages", "system", "tools"]);
  if (!hasFormat) return settings;
  const rest = output === undefined ? {} : without(output, ["format"]);
  const others = without(settings, ["output_format", "output_config"]);
  return Object.keys(rest).length === 0 ? others : { ...others, output_config: rest };
}

function systemMessage(system: JsonValue | undefined): readonly MessageContent[] {
  const content = anthropicContent(system, "system");
  return content.length === 0 ? [] : [{ role: "system", content }];
}

function tools(value: JsonValue | undefined): readonly Segment[] {
  return readArray(value, "tools", "tools are an array of definitions").map((tool, index): Segment => {
    const source = readObject(tool, `tools[${index}]`, "a tool is an object");
    return { type: "tool", kind: "tools", tool: toolContent(source) };
  });
}

function toolContent(source: PayloadObject): ToolContent {
  const name = stringOr(source["name"]);
  const type = stringOr(source["type"]);
  const custom = type === undefined || type === "custom";
  if (!custom || name === undefined) return { name: name ?? type ?? "", hosted: source };
  return {
    name,
    ...present("description", stringOr(source["description"])),
    ...present("parameters", source["input_schema"]),
    ...present("strict", source["strict"] === true ? true : undefined),
  };
}
