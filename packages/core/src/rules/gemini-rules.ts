import type { MessageContent, ToolCall, ToolContent } from "../outbound-request.ts";
import { countEach, type TokenCounter } from "../token-counter.ts";
import { calibrationVersion, geminiFraming, geminiSchemaRepeats } from "./calibration-data.ts";
import type { GeminiFamily, GeminiFraming } from "./provider-framing.ts";
import { addCosts, calibratedCost, weaken } from "./cost.ts";
import { inlinedSchema } from "./inlined-schema.ts";
import { asObject, own } from "./json-object.ts";
import { sum } from "./joined-count.ts";
import { geminiMediaRule } from "./media/gemini-media.ts";
import { contentCost, type PartRules } from "./part-cost.ts";
import type { SegmentCost, SurfaceRules, ToolsCost, ToolsInput } from "./surface-rules.ts";
import { toolJson } from "./tool-json.ts";

/** Tokens around a part without a rule of its own, beside its JSON. */
const blockFraming = 16;

/**
 * Rules of Gemini generateContent for one family, for a counter with single digits and the family's factor. All
 * `calibrated`. Declarations are counted as JSON with references written out, which is their upper bound.
 */
export function geminiRules(family: GeminiFamily): SurfaceRules {
  const framing = geminiFraming[family];
  const parts: PartRules = {
    media: geminiMediaRule(framing),
    opaque: (signature) => Math.ceil((signature.length * framing.signature.value) / 1_000),
    block: blockFraming,
  };
  return {
    id: `gemini/${family}`,
    version: calibrationVersion,
    requestCost: () => calibratedCost(0),
    messageCost: (message, counter) => messageCost(message, framing, { parts, counter }),
    toolsCost: (input, counter) => toolsCost(input, framing, counter),
  };
}

interface ContentRules {
  readonly parts: PartRules;
  readonly counter: TokenCounter;
}

function messageCost(message: MessageContent, framing: GeminiFraming, { parts, counter }: ContentRules): SegmentCost {
  const calls = message.toolCalls ?? [];
  const said = typeof message.content === "string" ? 1 : message.content.length;
  const name = message.toolName === undefined ? 0 : counter.count(message.toolName);
  return addCosts([
    calibratedCost(framing.part.value * (said + calls.length) + name),
    weaken(contentCost(message.content, parts, counter), "calibrated"),
    ...calls.map((call) => calibratedCost(callTokens(call, counter))),
  ]);
}

function callTokens(call: ToolCall, counter: TokenCounter): number {
  return sum(countEach(counter, [call.name, call.arguments]));
}

function toolsCost({ tools, format }: ToolsInput, framing: GeminiFraming, counter: TokenCounter): ToolsCost {
  const schema = format === undefined ? 0 : counter.count(JSON.stringify(format.schema ?? {}));
  return {
    framing: calibratedCost(0),
    tools: tools.map((tool) => calibratedCost(counter.count(toolJson(declared(tool, framing))) + 1)),
    format: format === undefined ? undefined : calibratedCost(Math.ceil((schema * framing.format.value) / 1_000)),
  };
}

function declared(tool: ToolContent, { emptySchema }: GeminiFraming): ToolContent {
  if (tool.parameters === undefined) return tool;
  const { parameters, ...named } = tool;
  const isEmpty = Object.keys(asObject(own(asObject(parameters), "properties")) ?? {}).length === 0;
  return isEmpty && !emptySchema
    ? named
    : { ...named, parameters: inlinedSchema(parameters, geminiSchemaRepeats.value) };
}
