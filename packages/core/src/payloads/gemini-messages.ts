import type { ContentPart, MessageContent, MessageRole, ToolCall } from "../outbound-request.ts";
import { mediaFromBase64, mediaOfType } from "./media-address.ts";
import { isArray, objectOr, type PayloadObject, present, stringOr } from "./payload-reader.ts";

/** Contents as messages: function calls are the calls of a model message, each function response is a message of its own. */
export function geminiMessages(contents: readonly PayloadObject[]): readonly MessageContent[] {
  return contents.flatMap((content) => {
    const parts = partsOf(content);
    const results = parts.flatMap((part) => resultMessage(part));
    const calls = parts.flatMap((part) => callOf(part));
    const said = parts.flatMap((part) => contentPart(part));
    const own: MessageContent = {
      role: roleOf(content),
      content: said,
      ...present("toolCalls", calls.length === 0 ? undefined : calls),
    };
    return said.length === 0 && calls.length === 0 && results.length > 0 ? results : [...results, own];
  });
}

function partsOf(content: PayloadObject): readonly PayloadObject[] {
  const parts = content["parts"];
  const list = isArray(parts) ? parts : parts === undefined ? [] : [parts];
  return list.map((part): PayloadObject => (typeof part === "string" ? { text: part } : (objectOr(part) ?? {})));
}

function roleOf(content: PayloadObject): MessageRole {
  return content["role"] === "model" ? "assistant" : "user";
}

function callOf(part: PayloadObject): readonly ToolCall[] {
  const call = objectOr(part["functionCall"] ?? part["function_call"]);
  if (call === undefined) return [];
  return [
    {
      ...present("id", stringOr(call["id"])),
      name: stringOr(call["name"]) ?? "",
      arguments: JSON.stringify(call["args"] ?? {}),
    },
  ];
}

function resultMessage(part: PayloadObject): readonly MessageContent[] {
  const result = objectOr(part["functionResponse"] ?? part["function_response"]);
  if (result === undefined) return [];
  const content: readonly ContentPart[] = [
    { kind: "text", text: JSON.stringify(result["response"] ?? {}) },
    ...(isArray(result["parts"]) ? result["parts"].flatMap((inner) => contentPart(objectOr(inner) ?? {})) : []),
  ];
  return [
    {
      role: "tool",
      content,
      ...present("toolCallId", stringOr(result["id"])),
      ...present("toolName", stringOr(result["name"])),
    },
  ];
}

function contentPart(part: PayloadObject): readonly ContentPart[] {
  const signature = stringOr(part["thoughtSignature"] ?? part["thought_signature"]);
  const text = stringOr(part["text"]);
  if (text !== undefined) return textParts(text, part["thought"] === true, signature);
  const media = mediaPart(part);
  if (media !== undefined) return [media];
  const isExchange = ["functionCall", "function_call", "functionResponse", "function_response"].some(
    (key) => part[key] !== undefined,
  );
  const signed: readonly ContentPart[] =
    signature === undefined ? [] : [{ kind: "reasoning", text: "", opaque: signature }];
  return isExchange ? signed : [{ kind: "json", type: Object.keys(part)[0] ?? "empty", json: part }];
}

function textParts(text: string, isThought: boolean, signature: string | undefined): readonly ContentPart[] {
  if (isThought) return [{ kind: "reasoning", text, ...present("opaque", signature) }];
  const said: ContentPart = { kind: "text", text };
  return signature === undefined ? [said] : [said, { kind: "reasoning", text: "", opaque: signature }];
}

function mediaPart(part: PayloadObject): ContentPart | undefined {
  const inline = objectOr(part["inlineData"] ?? part["inline_data"]);
  const data = stringOr(inline?.["data"]);
  const inlineType = stringOr(inline?.["mimeType"] ?? inline?.["mime_type"]);
  if (data !== undefined) return mediaFromBase64(mediaOfType(inlineType), data, inlineType);
  const file: PayloadObject | undefined = objectOr(part["fileData"] ?? part["file_data"]);
  const reference = stringOr(file?.["fileUri"] ?? file?.["file_uri"]);
  if (reference === undefined) return undefined;
  const mimeType = stringOr(file?.["mimeType"] ?? file?.["mime_type"]);
  return { kind: "media", media: mediaOfType(mimeType), reference, ...present("mimeType", mimeType) };
}
