import type { MessageContent } from "../outbound-request.ts";
import type { TokenCounter } from "../token-counter.ts";
import {
  calibrationVersion,
  openAIChatFraming,
  openAIImagePerMille,
  openAIItemFraming,
  openAIReasoningPerThousand,
  openAIResponsesFraming,
} from "./calibration-data.ts";
import type { OpenAIFamily } from "./provider-framing.ts";
import { calibratedCost, exactCost, weaken } from "./cost.ts";
import { openAIImageRule, openAIMediaRule } from "./media/openai-media.ts";
import { openAIMessageCost } from "./openai-message.ts";
import { openAIToolsCost, type OpenAIToolRules } from "./openai-tools.ts";
import type { PartRules } from "./part-cost.ts";
import type { SegmentCost, SurfaceRules, ToolsInput } from "./surface-rules.ts";

/** The encoding of an OpenAI family. */
export function openAIEncoding(family: OpenAIFamily): "o200k_base" | "cl100k_base" {
  return family === "gpt-4" ? "cl100k_base" : "o200k_base";
}

/**
 * Rules of OpenAI Chat Completions for one model family. `exact` for constructs that every billed request of the
 * family proves, on the models that were billed (docs/provider-rules.md); all else is `calibrated`. They hold for the
 * family's own encoding: with any other counter nothing is exact.
 */
export function openAIChatRules(family: OpenAIFamily, modelName: string): SurfaceRules {
  const measured = openAIChatFraming[family];
  const isProven = measured.provenModels.test(modelName);
  const framing = isProven ? measured : { ...measured, proven: [] };
  const style = family === "gpt-4" ? "2023" : "2024";
  const tools = { framing, style, choiceSetting: "function_call" } as const;
  const id = `openai-chat/${family}${isProven ? "" : "~"}`;
  return openAIRules({
    id,
    encoding: openAIEncoding(family),
    modelName,
    imagePerMille: openAIImagePerMille.chat.value,
    tools,
  });
}

/** Rules of OpenAI Responses for one model family; all `calibrated`. */
export function openAIResponsesRules(family: OpenAIFamily, modelName: string): SurfaceRules {
  const small = family === "gpt-4o" && !/^(chatgpt-)?gpt-?4o(-20|-latest|$)/.test(modelName);
  const variant = small ? "gpt-4o-mini" : family;
  const style = family === "gpt-4" ? "2023" : "2025";
  const tools = { framing: openAIResponsesFraming[variant], style, choiceSetting: "tool_choice" } as const;
  const id = `openai-responses/${variant}`;
  return openAIRules({
    id,
    encoding: openAIEncoding(family),
    modelName,
    imagePerMille: openAIImagePerMille.responses.value,
    tools,
  });
}

interface OpenAIRuleSet {
  readonly id: string;
  readonly encoding: string;
  readonly modelName: string;
  readonly imagePerMille: number;
  readonly tools: OpenAIToolRules;
}

function openAIRules({ id, encoding, modelName, imagePerMille, tools }: OpenAIRuleSet): SurfaceRules {
  const { framing } = tools;
  const images = openAIImageRule(modelName);
  const parts: PartRules = {
    media: openAIMediaRule(images, imagePerMille),
    opaque: encryptedReasoning,
    block: openAIItemFraming.value,
  };
  const trusted = (cost: SegmentCost, counter: TokenCounter): SegmentCost =>
    counter.id === encoding ? cost : weaken(cost, "calibrated");
  return {
    id: `${id}/${images.id}`,
    version: calibrationVersion,
    requestCost: () =>
      framing.proven.includes("text") ? exactCost(framing.priming.value) : calibratedCost(framing.priming.value),
    messageCost: (message: MessageContent, counter: TokenCounter) =>
      trusted(openAIMessageCost(message, { framing, parts }, counter), counter),
    toolsCost: (input: ToolsInput, counter: TokenCounter) => {
      const cost = openAIToolsCost(input, tools, counter);
      return {
        ...cost,
        framing: trusted(cost.framing, counter),
        tools: cost.tools.map((tool) => trusted(tool, counter)),
      };
    },
  };
}

function encryptedReasoning(payload: string): number {
  return Math.ceil((payload.length * openAIReasoningPerThousand.value) / 1_000);
}
