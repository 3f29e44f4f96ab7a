import type { JsonValue, MessageContent, ToolCall } from "../outbound-request.ts";
import { anthropicContent } from "./anthropic-parts.ts";
import { messageRole } from "./openai-messages.ts";
import { isArray, objectOr, type PayloadObject, present, stringOr } from "./payload-reader.ts";

/** For each `tool_use` id: the tool called, and how many calls its message made. */
export type AnthropicCalls = ReadonlyMap<string, { readonly toolName: string; readonly toolCallCount: number }>;

/** Who answers whom, over all assistant messages. */
export function anthropicCalls(messages: readonly PayloadObject[]): AnthropicCalls {
  const calls = new Map<string, { toolName: string; toolCallCount: number }>();
  for (const message of messages) {
    const made = callsOf(message["content"]);
    for (const { id, name } of made)
      if (id !== undefined) calls.set(id, { toolName: name, toolCallCount: made.length });
  }
  return calls;
}

/** One message of the body as one or more messages: each result is a message of its own. */
export function anthropicMessages(
  message: PayloadObject,
  path: string,
  calls: AnthropicCalls,
): readonly MessageContent[] {
  const role = messageRole(message["role"], `${path}.role`);
  const blocks = isArray(message["content"]) ? message["content"] : [];
  const results = blocks
    .filter((block) => typeOf(block) === "tool_result")
    .map((block) => resultMessage(objectOr(block) ?? {}, path, calls));
  const made = callsOf(message["content"]);
  const said = anthropicContent(
    isArray(message["content"]) ? blocks.filter((block) => !apart.has(typeOf(block))) : message["content"],
    path,
  );
  const own = { role, content: said, ...present("toolCalls", made.length === 0 ? undefined : made) };
  return said.length === 0 && made.length === 0 && results.length > 0 ? results : [...results, own];
}

/** Blocks that do not stay in the content. */
const apart: ReadonlySet<string | undefined> = new Set(["tool_use", "tool_result"]);

function typeOf(block: JsonValue): string | undefined {
  return stringOr(objectOr(block)?.["type"]);
}

function callsOf(content: JsonValue | undefined): readonly ToolCall[] {
  const blocks = isArray(content) ? content : [];
  return blocks.flatMap((block) => {
    const source = objectOr(block);
    if (source === undefined || source["type"] !== "tool_use") return [];
    const call: ToolCall = {
      ...present("id", stringOr(source["id"])),
      name: stringOr(source["name"]) ?? "",
      arguments: JSON.stringify(source["input"] ?? {}),
    };
    return [call];
  });
}

function resultMessage(block: PayloadObject, path: string, calls: AnthropicCalls): MessageContent {
  const id = stringOr(block["tool_use_id"]);
  const answer = id === undefined ? undefined : calls.get(id);
  return {
    role: "tool",
    content: anthropicContent(block["content"], path),
    ...present("toolCallId", id),
    ...present("toolName", answer?.toolName),
    ...present("toolCallCount", answer?.toolCallCount),
  };
}
