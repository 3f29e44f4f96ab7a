import type { ContentPart, JsonValue, MessageContent, OutboundRequest, Segment } from "../outbound-request.ts";
import { mediaFromAddress, mediaFromBase64, mediaOfType } from "./media-address.ts";
import { answeredCalls, type AnsweredCalls, messageRole, toolCallsOf } from "./openai-messages.ts";
import { formatSegment, toolSegments } from "./openai-tools.ts";
import { type ProjectionOptions, reservationsOf } from "./payload-options.ts";
import {
  isArray,
  objectOr,
  type PayloadObject,
  present,
  readBody,
  readMessages,
  readObject,
  readString,
  stringOr,
  without,
} from "./payload-reader.ts";
import { inSendingOrder, messageSegments } from "./segment-kinds.ts";

/**
 * The body of an OpenAI Chat Completions request (or of any compatible API) as an intermediate request. Pure; blocks
 * it does not know are kept as JSON.
 *
 * @throws PlimsollError `invalid_request` naming path, type and remedy.
 */
export function projectOpenAIChatBody(body: unknown, options: ProjectionOptions): OutboundRequest {
  const source = readBody(body);
  const raw = readMessages(source, "Chat Completions");
  const answered = answeredCalls(raw);
  const messages = raw.map((message, index) => chatMessage(message, `messages[${index}]`, answered));
  const format = chatFormat(source["response_format"]);
  const tools = [
    ...toolSegments(source["tools"], "tools"),
    ...toolSegments(source["functions"], "functions"),
    ...format,
  ];
  const limit = source["max_completion_tokens"] ?? source["max_tokens"];
  const dropped = format.length > 0 ? [...taken, "response_format"] : taken;
  return {
    surface: "openai-chat",
    modelId: options.modelId ?? readString(source["model"], "model", "name the model, or pass modelId"),
    contextWindow: options.contextWindow,
    reservations: reservationsOf(options, limit),
    segments: inSendingOrder(messageSegments(messages), tools),
    settings: without(source, dropped),
  };
}

/** Fields of the body that become segments or fields of the request. */
const taken = ["model", "messages", "tools", "functions"];

function chatMessage(message: PayloadObject, path: string, answered: AnsweredCalls): MessageContent {
  const toolCalls = toolCallsOf(message, path);
  const toolCallId = stringOr(message["tool_call_id"]);
  const answer = toolCallId === undefined ? undefined : answered.get(toolCallId);
  return {
    role: messageRole(message["role"], `${path}.role`),
    content: chatContent(message, path),
    ...present("name", stringOr(message["name"])),
    ...present("toolCalls", toolCalls.length === 0 ? undefined : toolCalls),
    ...present("toolCallId", toolCallId),
    ...present("toolName", answer?.toolName),
    ...present("toolCallCount", answer?.toolCallCount),
  };
}

function chatContent(message: PayloadObject, path: string): MessageContent["content"] {
  const { content } = message;
  const extra = extraParts(message);
  if (typeof content === "string" && extra.length === 0) return content;
  if (content === undefined || content === null) return extra.length === 0 ? "" : extra;
  const blocks = isArray(content) ? content : [content];
  return [...blocks.map((block, index) => chatPart(block, `${path}.content[${index}]`)), ...extra];
}

/** Text that travels beside the content: refusals, and the reasoning some compatible APIs take back. */
function extraParts(message: PayloadObject): readonly ContentPart[] {
  const refusal = stringOr(message["refusal"]);
  const reasoning = stringOr(message["reasoning_content"]) ?? stringOr(message["reasoning"]);
  const audio = objectOr(message["audio"]);
  return [
    ...(refusal === undefined ? [] : [{ kind: "text", text: refusal } as const]),
    ...(reasoning === undefined ? [] : [{ kind: "reasoning", text: reasoning } as const]),
    ...(audio === undefined
      ? []
      : [{ kind: "media", media: "audio", ...present("reference", stringOr(audio["id"])) } as const]),
  ];
}

function chatPart(value: JsonValue, path: string): ContentPart {
  if (typeof value === "string") return { kind: "text", text: value };
  const block = readObject(value, path, "a content block is an object with a type");
  const type = stringOr(block["type"]) ?? "unknown";
  return knownPart(type, block) ?? { kind: "json", type, json: block };
}

function knownPart(type: string, block: PayloadObject): ContentPart | undefined {
  const payload = objectOr(block[type]);
  switch (type) {
    case "text":
    case "refusal": {
      const text = stringOr(block[type]);
      return text === undefined ? undefined : { kind: "text", text };
    }
    case "image_url": {
      const url = stringOr(payload?.["url"]) ?? stringOr(block["image_url"]);
      return url === undefined ? undefined : mediaFromAddress("image", url, stringOr(payload?.["detail"]));
    }
    case "input_audio": {
      const data = stringOr(payload?.["data"]);
      return data === undefined ? undefined : mediaFromBase64("audio", data, stringOr(payload?.["format"]));
    }
    case "file":
      return filePart(payload);
    default:
      return undefined;
  }
}

function filePart(file: PayloadObject | undefined): ContentPart | undefined {
  const data = stringOr(file?.["file_data"]);
  if (data !== undefined) {
    const part = mediaFromBase64("document", data);
    return { ...part, media: mediaOfType(part.mimeType) };
  }
  const id = stringOr(file?.["file_id"]);
  return id === undefined ? undefined : { kind: "media", media: "document", reference: id };
}

/** A JSON-schema format becomes a segment; all others stay settings. */
function chatFormat(value: JsonValue | undefined): readonly Segment[] {
  const format = objectOr(value);
  const schema = format?.["type"] === "json_schema" ? objectOr(format["json_schema"]) : undefined;
  return schema === undefined ? [] : [formatSegment(schema)];
}
