import type { ContentPart, JsonValue, MessageContent, ToolCall } from "../outbound-request.ts";
import { mediaFromAddress, mediaFromBase64, mediaOfType } from "./media-address.ts";
import { messageRole } from "./openai-messages.ts";
import { isArray, objectOr, type PayloadObject, present, stringOr } from "./payload-reader.ts";

/**
 * The input items of a Responses request as messages: calls that follow each other are the calls of one assistant
 * message, reasoning is an assistant message of its own, and any other item is kept as JSON.
 */
export function responsesMessages(items: readonly PayloadObject[]): readonly MessageContent[] {
  const groups = groupCalls(items);
  const answered = answeredItems(groups);
  return groups.map((group, index) => groupMessage(group, `input group ${index}`, answered));
}

type Answered = ReadonlyMap<string, { readonly toolName: string; readonly toolCallCount: number }>;

const callTypes: ReadonlySet<JsonValue | undefined> = new Set(["function_call", "custom_tool_call"]);
const outputTypes: ReadonlySet<JsonValue | undefined> = new Set(["function_call_output", "custom_tool_call_output"]);

function isCall(item: PayloadObject | undefined): boolean {
  return callTypes.has(item?.["type"]);
}

function groupCalls(items: readonly PayloadObject[]): readonly (readonly PayloadObject[])[] {
  const groups: PayloadObject[][] = [];
  for (const [index, item] of items.entries()) {
    const last = groups.at(-1);
    if (last !== undefined && isCall(item) && isCall(items[index - 1])) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

function answeredItems(groups: readonly (readonly PayloadObject[])[]): Answered {
  const answered = new Map<string, { toolName: string; toolCallCount: number }>();
  for (const group of groups) {
    for (const item of group) {
      const id = stringOr(item["call_id"]);
      if (id !== undefined && isCall(item))
        answered.set(id, { toolName: callOf(item).name, toolCallCount: group.length });
    }
  }
  return answered;
}

function groupMessage(group: readonly PayloadObject[], path: string, answered: Answered): MessageContent {
  const [item = {}] = group;
  if (isCall(item)) return { role: "assistant", content: "", toolCalls: group.map(callOf), ...itemId(item) };
  const type = stringOr(item["type"]);
  if (outputTypes.has(type)) return outputMessage(item, answered);
  if (type === "reasoning") return { role: "assistant", content: [reasoningPart(item)], ...itemId(item) };
  if (type === undefined || type === "message") {
    return { role: messageRole(item["role"], `${path}.role`), content: itemContent(item["content"]), ...itemId(item) };
  }
  const role = item["role"] === undefined ? "assistant" : messageRole(item["role"], `${path}.role`);
  return { role, content: [{ kind: "json", type, json: seenByModel(item) }], ...itemId(item) };
}

/** The item as it weighs: its id is a handle that the model does not see. */
function seenByModel(item: PayloadObject): PayloadObject {
  const { id: _handle, ...seen } = item;
  return seen;
}

function itemId(item: PayloadObject): { readonly itemId?: string } {
  return present("itemId", stringOr(item["id"]));
}

function callOf(item: PayloadObject): ToolCall {
  const sent = stringOr(item["arguments"]) ?? stringOr(item["input"]) ?? "";
  return { ...present("id", stringOr(item["call_id"])), name: stringOr(item["name"]) ?? "", arguments: sent };
}

function outputMessage(item: PayloadObject, answered: Answered): MessageContent {
  const id = stringOr(item["call_id"]);
  const answer = id === undefined ? undefined : answered.get(id);
  return {
    role: "tool",
    content: itemContent(item["output"]),
    ...present("toolCallId", id),
    ...present("toolName", answer?.toolName),
    ...present("toolCallCount", answer?.toolCallCount),
    ...itemId(item),
  };
}

function reasoningPart(item: PayloadObject): ContentPart {
  const summary = isArray(item["summary"]) ? item["summary"] : [];
  const text = summary.map((part) => stringOr(objectOr(part)?.["text"]) ?? "").join("\n");
  return { kind: "reasoning", text, ...present("opaque", stringOr(item["encrypted_content"])) };
}

function itemContent(content: JsonValue | undefined): MessageContent["content"] {
  if (typeof content === "string") return content;
  if (content === undefined || content === null) return "";
  return (isArray(content) ? content : [content]).map(itemPart);
}

function itemPart(value: JsonValue): ContentPart {
  if (typeof value === "string") return { kind: "text", text: value };
  const block = objectOr(value) ?? {};
  const type = stringOr(block["type"]) ?? "unknown";
  return knownPart(type, block) ?? { kind: "json", type, json: value };
}

function knownPart(type: string, block: PayloadObject): ContentPart | undefined {
  const text = stringOr(block["text"]) ?? stringOr(block["refusal"]);
  switch (type) {
    case "input_text":
    case "output_text":
    case "text":
    case "refusal":
      return text === undefined ? undefined : { kind: "text", text };
    case "input_image": {
      const address = stringOr(block["image_url"]) ?? stringOr(block["file_id"]);
      return address === undefined ? undefined : mediaFromAddress("image", address, stringOr(block["detail"]));
    }
    case "input_file":
      return filePart(block);
    default:
      return undefined;
  }
}

function filePart(block: PayloadObject): ContentPart | undefined {
  const data = stringOr(block["file_data"]);
  if (data !== undefined) {
    const part = mediaFromBase64("document", data);
    return { ...part, media: mediaOfType(part.mimeType) };
  }
  const reference = stringOr(block["file_id"]) ?? stringOr(block["file_url"]);
  return reference === undefined ? undefined : { kind: "media", media: "document", reference };
}
