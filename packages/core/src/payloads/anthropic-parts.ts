import type { ContentPart, JsonValue, MediaPart, MessageContent } from "../outbound-request.ts";
import { mediaFromBase64 } from "./media-address.ts";
import { isArray, objectOr, type PayloadObject, present, readObject, stringOr } from "./payload-reader.ts";

/** Content of a message, a result or the system field; a single text block stays a part. */
export function anthropicContent(content: JsonValue | undefined, path: string): MessageContent["content"] {
  if (typeof content === "string") return content;
  if (content === undefined || content === null) return [];
  return (isArray(content) ? content : [content]).map((block, index) =>
    anthropicPart(block, `${path}.content[${index}]`),
  );
}

function anthropicPart(value: JsonValue, path: string): ContentPart {
  if (typeof value === "string") return { kind: "text", text: value };
  const block = readObject(value, path, "a content block is an object with a type");
  const type = stringOr(block["type"]) ?? "unknown";
  return knownPart(type, block) ?? { kind: "json", type, json: block };
}

function knownPart(type: string, block: PayloadObject): ContentPart | undefined {
  switch (type) {
    case "text": {
      const text = stringOr(block["text"]);
      return text === undefined ? undefined : { kind: "text", text };
    }
    case "thinking":
      return {
        kind: "reasoning",
        text: stringOr(block["thinking"]) ?? "",
        ...present("opaque", stringOr(block["signature"])),
      };
    case "redacted_thinking":
      return { kind: "reasoning", text: "", ...present("opaque", stringOr(block["data"])) };
    case "image":
      return media("image", objectOr(block["source"]));
    case "document":
      return media("document", objectOr(block["source"]));
    default:
      return undefined;
  }
}

/** A document of plain text is framed by more than its text, so that it stays a block as it is. */
function media(kind: MediaPart["media"], source: PayloadObject | undefined): ContentPart | undefined {
  if (source?.["type"] === "text") return undefined;
  const data = stringOr(source?.["data"]);
  if (data !== undefined) return mediaFromBase64(kind, data, stringOr(source?.["media_type"]));
  const reference = stringOr(source?.["url"]) ?? stringOr(source?.["file_id"]);
  return reference === undefined ? undefined : { kind: "media", media: kind, reference };
}
