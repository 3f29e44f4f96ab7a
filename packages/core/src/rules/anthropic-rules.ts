import type { JsonValue, MessageContent, OutboundRequest, ToolCall } from "../outbound-request.ts";
import { countEach, type TokenCounter } from "../token-counter.ts";
import { argumentCount } from "./argument-count.ts";
import { anthropicFraming, anthropicSignature, calibrationVersion } from "./calibration-data.ts";
import type { AnthropicFraming, ClaudeFamily } from "./provider-framing.ts";
import { addCosts, calibratedCost, weaken } from "./cost.ts";
import { asObject, asString, own } from "./json-object.ts";
import { sum } from "./joined-count.ts";
import { anthropicMediaRule } from "./media/anthropic-media.ts";
import { contentCost, type PartRules } from "./part-cost.ts";
import type { SegmentCost, SurfaceRules, ToolsCost, ToolsInput } from "./surface-rules.ts";
import { toolJson } from "./tool-json.ts";

/**
 * Rules of Anthropic Messages for one model family, for a counter raised by the family's factor. All `calibrated`:
 * the tokenizer is not public, and the hidden prompt for tools differs between models of a family.
 */
export function anthropicRules(family: ClaudeFamily): SurfaceRules {
  const framing = anthropicFraming[family];
  const parts: PartRules = { media: anthropicMediaRule(framing), opaque: signatureTokens, block: framing.block.value };
  return {
    id: `anthropic/${family}`,
    version: calibrationVersion,
    requestCost: (settings) => calibratedCost(requestTokens(settings, framing)),
    messageCost: (message, counter) => messageCost(message, framing, { parts, counter }),
    toolsCost: (input, counter) => toolsCost(input, framing, counter),
  };
}

function signatureTokens(signature: string): number {
  return Math.ceil((signature.length * anthropicSignature.value) / 1_000);
}

function requestTokens(settings: OutboundRequest["settings"], framing: AnthropicFraming): number {
  const thinks = typeIn(own(settings, "thinking")) === "enabled";
  const hasBudget = own(asObject(own(settings, "output_config")), "task_budget") !== undefined;
  return framing.request.value + (thinks ? framing.thinking.value : 0) + (hasBudget ? framing.taskBudget.value : 0);
}

function messageCost(
  message: MessageContent,
  framing: AnthropicFraming,
  { parts, counter }: ContentRules,
): SegmentCost {
  return addCosts([
    calibratedCost(framing.message.value),
    weaken(contentCost(message.content, parts, counter), "calibrated"),
    ...(message.toolCalls ?? []).map((call) => callCost(call, framing, counter)),
  ]);
}

interface ContentRules {
  readonly parts: PartRules;
  readonly counter: TokenCounter;
}

function callCost(call: ToolCall, framing: AnthropicFraming, counter: TokenCounter): SegmentCost {
  const text = sum(countEach(counter, [call.name, call.arguments]));
  return calibratedCost(text + framing.call.value + framing.argument.value * argumentCount(call.arguments));
}

function toolsCost(
  { tools, format, settings }: ToolsInput,
  framing: AnthropicFraming,
  counter: TokenCounter,
): ToolsCost {
  const choice = typeIn(own(settings, "tool_choice"));
  const prompt = choice === "any" || choice === "tool" ? framing.forcedTools : framing.tools;
  return {
    framing: calibratedCost(tools.length === 0 ? 0 : prompt.value),
    tools: tools.map((tool) => calibratedCost(counter.count(toolJson(tool)) + framing.tool.value)),
    format:
      format === undefined
        ? undefined
        : calibratedCost(counter.count(JSON.stringify(format.schema ?? {})) + framing.format.value),
  };
}

/** The kind of a choice: LangChain gives its name, the wire an object of that type. */
function typeIn(value: JsonValue | undefined): string | undefined {
  return asString(value) ?? asString(own(asObject(value), "type"));
}
