import type { MessageContent, ToolCall } from "../outbound-request.ts";
import { countEach, type TokenCounter } from "../token-counter.ts";
import { argumentCount } from "./argument-count.ts";
import { calibrationVersion, genericFraming } from "./calibration-data.ts";
import { compactJson } from "./compact-json.ts";
import { addCosts, conservativeCost, weaken } from "./cost.ts";
import { sum } from "./joined-count.ts";
import { genericMediaRule } from "./media/generic-media.ts";
import { contentCost, type PartRules } from "./part-cost.ts";
import type { SegmentCost, SurfaceRules, ToolsCost, ToolsInput } from "./surface-rules.ts";
import { toolJson } from "./tool-json.ts";

/**
 * Default for surfaces and models without rules of their own: every construct at the most that any measured provider
 * charges for it, so that framing errs high. Tools are counted as their JSON text.
 */
export const genericRules: SurfaceRules = {
  id: "generic",
  version: calibrationVersion,
  requestCost: (): SegmentCost => conservativeCost(genericFraming.request.value),
  messageCost: genericMessageCost,
  toolsCost: genericToolsCost,
};

function genericMessageCost(message: MessageContent, counter: TokenCounter): SegmentCost {
  const names = [message.name, message.toolName].filter((name) => name !== undefined);
  return addCosts([
    conservativeCost(genericFraming.message.value + sum(countEach(counter, names))),
    weaken(contentCost(message.content, parts, counter), "conservative"),
    ...(message.toolCalls ?? []).map((call) => callCost(call, counter)),
    conservativeCost(message.role === "tool" ? genericFraming.result.value : 0),
  ]);
}

const parts: PartRules = { media: genericMediaRule, block: genericFraming.block.value };

function callCost(call: ToolCall, counter: TokenCounter): SegmentCost {
  const text = counter.count(call.name) + counter.count(compactJson(call.arguments));
  return conservativeCost(
    text + genericFraming.call.value + genericFraming.argument.value * argumentCount(call.arguments),
  );
}

function genericToolsCost({ tools, format }: ToolsInput, counter: TokenCounter): ToolsCost {
  return {
    framing: conservativeCost(tools.length === 0 ? 0 : genericFraming.tools.value),
    tools: tools.map((tool) => conservativeCost(counter.count(toolJson(tool)) + genericFraming.tool.value)),
    format:
      format === undefined
        ? undefined
        : conservativeCost(counter.count(JSON.stringify(format)) + genericFraming.format.value),
  };
}
