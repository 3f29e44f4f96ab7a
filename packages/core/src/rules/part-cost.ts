import type { ContentPart, MessageContent } from "../outbound-request.ts";
import type { TokenCounter } from "../token-counter.ts";
import { addCosts, calibratedCost, exactCost } from "./cost.ts";
import type { MediaRule } from "./media/media-rule.ts";
import type { SegmentCost } from "./surface-rules.ts";

/** How a surface weighs the parts of a message that are not text. */
export interface PartRules {
  readonly media: MediaRule;
  /** Tokens of the signed or encrypted payload beside reasoning; by default its text is counted. */
  readonly opaque?: (payload: string) => number;
  /** Tokens around a block without a rule of its own, beside its JSON. */
  readonly block: number;
}

/**
 * Tokens of a message's content alone. Text is counted as it is, also where it looks like base64; media by the
 * surface's media rule; reasoning with what travels beside it; any other block as its JSON text.
 */
export function contentCost(content: MessageContent["content"], rules: PartRules, counter: TokenCounter): SegmentCost {
  if (typeof content === "string") return exactCost(counter.count(content));
  return addCosts(content.map((part) => partCost(part, rules, counter)));
}

function partCost(part: ContentPart, rules: PartRules, counter: TokenCounter): SegmentCost {
  switch (part.kind) {
    case "text":
      return exactCost(counter.count(part.text));
    case "reasoning": {
      const payload = part.opaque ?? "";
      return calibratedCost(counter.count(part.text) + (rules.opaque?.(payload) ?? counter.count(payload)));
    }
    case "media":
      return rules.media(part);
    case "json":
      return calibratedCost(counter.count(JSON.stringify(part.json)) + rules.block);
    default:
      return part satisfies never;
  }
}
