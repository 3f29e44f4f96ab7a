import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, type MessageContent, ToolMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import type { TokenCounter } from "@plimsoll/core";

/** One message or tool of a request. The same content is the same object, so pieces are compared by identity. */
export interface RequestPiece {
  readonly tokens: number;
  /** Everything readable in it: text, names and arguments of calls. */
  readonly text: string;
}

/** Reads what a model received: the tools first, then the messages, the system message among them. */
export type ReadRequest = (
  messages: readonly BaseMessage[],
  tools: readonly BindToolsInput[],
) => readonly RequestPiece[];

/** Tokens a chat format spends around each message, call and tool. */
const framing = 4;

/**
 * A plain chat rendering, counted piece by piece: text, names and arguments, and four tokens around each. It is the
 * benchmark's own measure and knows nothing of the packages under test.
 */
export function requestReader(counter: TokenCounter): ReadRequest {
  const known = new Map<string, RequestPiece>();
  const seen = new WeakMap<object, RequestPiece>();
  const pieceOf = (source: object, describe: () => PieceSource): RequestPiece => {
    const before = seen.get(source);
    if (before !== undefined) return before;
    const { key, parts } = describe();
    const tokens = () => parts.reduce((sum, part) => sum + framing + counter.count(part), 0);
    const piece = known.get(key) ?? { tokens: tokens(), text: parts.join("\n") };
    known.set(key, piece);
    seen.set(source, piece);
    return piece;
  };
  return (messages, tools) => [
    ...tools.map((tool) => pieceOf(tool, () => toolSource(tool))),
    ...messages.map((message) => pieceOf(message, () => messageSource(message))),
  ];
}

/** What tells a piece from others, and the texts that are counted. */
interface PieceSource {
  readonly key: string;
  readonly parts: readonly string[];
}

function toolSource(tool: BindToolsInput): PieceSource {
  const text = JSON.stringify("lc_namespace" in tool ? convertToOpenAITool(tool as never) : tool);
  return { key: text, parts: [text] };
}

function messageSource(message: BaseMessage): PieceSource {
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  const parts = [textOf(message.content), ...calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`)];
  const ids = [...calls.map(({ id }) => id), ToolMessage.isInstance(message) ? message.tool_call_id : undefined];
  return { key: JSON.stringify([message.getType(), parts, ids]), parts };
}

function textOf(content: MessageContent): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? String(block["text"]) : JSON.stringify(block))).join("\n");
}
