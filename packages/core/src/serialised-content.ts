import { jsonText } from "./canonical-json.ts";
import type {
  ContentPart,
  MessageContent,
  ResponseFormatContent,
  Segment,
  ToolCall,
  ToolContent,
} from "./outbound-request.ts";

/** The content object of a segment, whatever its type. */
export function contentOf(segment: Segment): MessageContent | ToolContent | ResponseFormatContent {
  if (segment.type === "message") return segment.message;
  return segment.type === "tool" ? segment.tool : segment.format;
}

/**
 * The text whose bytes and hash a ledger row states: every field of the content in the order in which it is sent,
 * each with its name and length, so that no two contents share a text. Message ids that the surface does not send
 * are not part of it; tool-call ids are. An auto-numbered tool name is written with `#` for its number.
 */
export function serialiseContent(segment: Segment): string {
  switch (segment.type) {
    case "message":
      return serialiseMessage(segment.message);
    case "tool":
      return serialiseTool(segment.tool);
    case "response-format":
      return serialiseResponseFormat(segment.format);
    default:
      return segment satisfies never;
  }
}

function serialiseMessage(message: MessageContent): string {
  const content =
    typeof message.content === "string" ? field("text", message.content) : message.content.map(serialisePart).join("");
  return (
    field("role", message.role) +
    field("name", message.name) +
    content +
    (message.toolCalls ?? []).map(serialiseCall).join("") +
    field("answers", message.toolCallId) +
    field("tool", message.toolName) +
    field("calls", message.toolCallCount?.toString()) +
    field("item", message.itemId)
  );
}

function serialiseTool(tool: ToolContent): string {
  return (
    field("tool", tool.autoNumbered ? tool.name.replace(/\d+$/, "#") : tool.name) +
    field("description", tool.description) +
    jsonField("parameters", tool.parameters, `tool "${tool.name}" parameters`) +
    field("strict", tool.strict?.toString()) +
    jsonField("hosted", tool.hosted, `tool "${tool.name}"`)
  );
}

function serialiseResponseFormat(format: ResponseFormatContent): string {
  return (
    field("format", format.name) +
    field("description", format.description) +
    jsonField("schema", format.schema, `response format "${format.name}" schema`) +
    field("strict", format.strict?.toString())
  );
}

function serialisePart(part: ContentPart): string {
  switch (part.kind) {
    case "text":
      return field("text", part.text);
    case "reasoning":
      return field("reasoning", part.text) + field("opaque", part.opaque);
    case "json":
      return jsonField(`json ${part.type}`, part.json, `content block "${part.type}"`);
    case "media":
      return (
        field("media", part.media) +
        field("mime", part.mimeType) +
        field("data", part.data) +
        field("reference", part.reference) +
        field("size", part.width === undefined ? undefined : `${part.width}x${part.height ?? "?"}`) +
        field("detail", part.detail)
      );
    default:
      return part satisfies never;
  }
}

function serialiseCall(call: ToolCall): string {
  return field("call", call.name) + field("id", call.id) + field("arguments", call.arguments);
}

function field(name: string, value: string | undefined): string {
  return value === undefined ? "" : `${name} ${value.length}:${value}\n`;
}

function jsonField(name: string, value: Parameters<typeof jsonText>[0] | undefined, place: string): string {
  return value === undefined ? "" : field(name, jsonText(value, place));
}
