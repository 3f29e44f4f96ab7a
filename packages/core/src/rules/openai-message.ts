import type { MessageContent, ToolCall } from "../outbound-request.ts";
import type { TokenCounter } from "../token-counter.ts";
import type { OpenAIConstruct, OpenAIFraming } from "./provider-framing.ts";
import { compactJson } from "./compact-json.ts";
import { addCosts, calibratedCost, exactCost } from "./cost.ts";
import { joinTokens } from "./joined-count.ts";
import { contentCost, type PartRules } from "./part-cost.ts";
import type { SegmentCost } from "./surface-rules.ts";

/** What the rules of one OpenAI surface and family count with. */
export interface OpenAIMessageRules {
  readonly framing: OpenAIFraming;
  readonly parts: PartRules;
}

/** Name tokens assumed for a result whose call is not in the request. */
const unknownNameTokens = 8;

/** One chat message of an OpenAI family: framing, content, name, calls or result. */
export function openAIMessageCost(
  message: MessageContent,
  rules: OpenAIMessageRules,
  counter: TokenCounter,
): SegmentCost {
  const { framing, parts } = rules;
  return addCosts([
    proven(framing, isSystem(message) ? "system" : "text", exactCost(framing.message.value)),
    channelCost(message, framing),
    proven(
      framing,
      typeof message.content === "string" ? "text" : "blocks",
      contentCost(message.content, parts, counter),
    ),
    nameCost(message, framing, counter),
    callsCost(message.toolCalls ?? [], framing, counter),
    resultCost(message, framing, counter),
  ]);
}

function isSystem({ role }: MessageContent): boolean {
  return role === "system" || role === "developer";
}

/** The cost, no longer called exact where billed requests do not prove the construct for this family. */
export function proven(framing: OpenAIFraming, construct: OpenAIConstruct, cost: SegmentCost): SegmentCost {
  return framing.proven.includes(construct) ? cost : calibratedCost(cost.tokens);
}

/** Text of the assistant stands in a channel of its own in newer families. */
function channelCost({ role, content, toolCalls }: MessageContent, framing: OpenAIFraming): SegmentCost {
  if (role !== "assistant" || toolCalls !== undefined || content.length === 0) return exactCost(0);
  const { value } = framing.channel;
  return value === 0 ? exactCost(0) : calibratedCost(value);
}

/** A legacy call is written as it came, one call as recipient and compact arguments, several as one JSON text. */
function callsCost(calls: readonly ToolCall[], framing: OpenAIFraming, counter: TokenCounter): SegmentCost {
  const [first, ...more] = calls;
  if (first === undefined) return exactCost(0);
  if (more.length > 0) {
    return proven(
      framing,
      "parallel-calls",
      exactCost(counter.count(parallelText(calls)) + framing.parallelCalls.value),
    );
  }
  if (first.id === undefined) return legacyCallCost(first, framing, counter);
  const name = joinTokens(counter, "functions", `.${first.name}`);
  const tokens = name + counter.count(compactJson(first.arguments)) + framing.singleCall.value;
  return proven(framing, "single-call", exactCost(tokens));
}

function legacyCallCost(call: ToolCall, framing: OpenAIFraming, counter: TokenCounter): SegmentCost {
  const tokens = counter.count(call.name) + counter.count(call.arguments) + framing.singleCall.value;
  return proven(framing, "legacy-call", exactCost(tokens));
}

function parallelText(calls: readonly ToolCall[]): string {
  const uses = calls.map(
    (call) => `{"recipient_name":"functions.${call.name}","parameters":${compactJson(call.arguments)}}`,
  );
  return `{"tool_uses":[${uses.join(",")}]}`;
}

/** What a tool result costs beside its content: of a single call, the function's name again. */
function resultCost(message: MessageContent, framing: OpenAIFraming, counter: TokenCounter): SegmentCost {
  if (message.role !== "tool") return exactCost(0);
  if ((message.toolCallCount ?? 1) > 1)
    return proven(framing, "parallel-calls", exactCost(framing.parallelResult.value));
  if (message.toolName === undefined) return calibratedCost(unknownNameTokens + framing.singleResult.value);
  return proven(framing, "single-call", exactCost(counter.count(message.toolName) + framing.singleResult.value));
}

/** A participant's name; the result of a legacy function drops two of its separators. */
function nameCost(message: MessageContent, framing: OpenAIFraming, counter: TokenCounter): SegmentCost {
  const legacy = message.role === "function";
  if (message.name === undefined && !legacy) return exactCost(0);
  const name = message.name === undefined ? 0 : counter.count(message.name) + 1;
  return proven(framing, legacy ? "legacy-call" : "name", exactCost(name - (legacy ? 2 : 0)));
}
