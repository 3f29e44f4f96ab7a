import type { ContentPart, JsonValue } from "@plimsoll/core";

type Block = Readonly<Record<string, unknown>>;

/**
 * LangChain message content as request content, block by block in order. Blocks that only repeat the message's
 * `tool_calls` (`tool_use`, `tool_call`) are left to those; a block without a rule stays whole as JSON.
 */
export function projectContent(content: unknown, callIds: ReadonlySet<string>): string | readonly ContentPart[] {
  if (typeof content === "string") return content;
  if (!Array.isArray(content))
    return content === undefined || content === null ? "" : [unknownBlock("content", content)];
  return content.flatMap((block: unknown) => projectBlock(block, callIds));
}

function projectBlock(block: unknown, callIds: ReadonlySet<string>): readonly ContentPart[] {
  if (typeof block === "string") return [{ kind: "text", text: block }];
  if (!isRecord(block)) return [unknownBlock("content", block)];
  const type = typeof block["type"] === "string" ? block["type"] : "unknown";
  if (repeatsToolCall(type, block, callIds)) return [];
  return [
    textBlock(type, block) ?? reasoningBlock(type, block) ?? mediaBlock(type, block) ?? unknownBlock(type, block),
  ];
}

function repeatsToolCall(type: string, block: Block, callIds: ReadonlySet<string>): boolean {
  const repeats = type === "tool_use" || type === "tool_call" || type === "input_json_delta";
  return repeats && (type === "input_json_delta" || (typeof block["id"] === "string" && callIds.has(block["id"])));
}

function textBlock(type: string, block: Block): ContentPart | undefined {
  const text = block["text"];
  const isText = type === "text" || type === "input_text" || type === "output_text" || type === "text-plain";
  return isText && typeof text === "string" ? { kind: "text", text } : undefined;
}

function reasoningBlock(type: string, block: Block): ContentPart | undefined {
  if (type !== "thinking" && type !== "reasoning" && type !== "reasoning_content" && type !== "redacted_thinking")
    return undefined;
  const text = firstString(block, ["thinking", "reasoning", "reasoning_content", "text"]) ?? "";
  const opaque = firstString(block, ["signature", "data", "encrypted_content"]);
  return { kind: "reasoning", text, ...(opaque === undefined ? {} : { opaque }) };
}

const mediaTypes: { readonly [type: string]: "image" | "audio" | "video" | "document" } = {
  image: "image",
  image_url: "image",
  input_image: "image",
  audio: "audio",
  input_audio: "audio",
  video: "video",
  file: "document",
  input_file: "document",
  document: "document",
};

/** One shape for the four carriers in use: standard blocks, OpenAI's, Anthropic's `source`, and the older `source_type`. */
function mediaBlock(type: string, block: Block): ContentPart | undefined {
  const media = mediaTypes[type];
  if (media === undefined) return undefined;
  const carrier = firstRecord(block, ["source", "image_url", "input_audio", "file"]) ?? block;
  const address = firstString(carrier, ["url", "image_url", "file_url"]) ?? firstString(block, ["url", "image_url"]);
  const inline = address?.startsWith("data:") ? address : undefined;
  const data = inline?.slice(inline.indexOf(",") + 1) ?? firstString(carrier, ["data", "file_data"]);
  const reference = inline === undefined ? (address ?? firstString(carrier, ["file_id", "fileId", "id"])) : undefined;
  if (data === undefined && reference === undefined) return undefined;
  const mimeType =
    inline?.slice("data:".length, inline.indexOf(";")) ?? firstString(carrier, ["mimeType", "mime_type", "media_type"]);
  const detail = firstString(carrier, ["detail"]) ?? firstString(block, ["detail"]);
  return {
    kind: "media",
    media,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(data === undefined ? {} : { data }),
    ...(reference === undefined ? {} : { reference }),
    ...(detail === undefined ? {} : { detail }),
  };
}

function unknownBlock(type: string, block: unknown): ContentPart {
  return { kind: "json", type, json: block as JsonValue };
}

function firstString(record: Block, keys: readonly string[]): string | undefined {
  return keys.map((key) => record[key]).find((value) => typeof value === "string");
}

function firstRecord(record: Block, keys: readonly string[]): Block | undefined {
  return keys.map((key) => record[key]).find(isRecord);
}

function isRecord(value: unknown): value is Block {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
