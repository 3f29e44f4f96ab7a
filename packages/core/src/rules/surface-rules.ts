import type { MessageContent, OutboundRequest, ResponseFormatContent, ToolContent } from "../outbound-request.ts";
import type { Exactness, TokenCounter } from "../token-counter.ts";

/** Tokens of one segment, framing included, and how far they can be trusted. */
export interface SegmentCost {
  readonly tokens: number;
  readonly exactness: Exactness;
}

/** Everything in the `tools` segment that is sent as one text, so that it is counted as one. */
export interface ToolsInput {
  readonly tools: readonly ToolContent[];
  readonly format: ResponseFormatContent | undefined;
  /** The request holds a system or developer message into which some surfaces merge the tool text. */
  readonly hasSystem: boolean;
  /** Text of the first such message. Absent: unknown, and the joint with the tool text is taken at its most. */
  readonly systemText?: string;
  readonly settings: OutboundRequest["settings"];
}

export interface ToolsCost {
  /** What the surface adds for having tools at all (namespace header, hidden prompt). May be negative where text is merged. */
  readonly framing: SegmentCost;
  /** One cost per tool, in the order of `tools`. */
  readonly tools: readonly SegmentCost[];
  readonly format: SegmentCost | undefined;
}

/**
 * What a provider surface charges beyond the text (DESIGN: framing belongs to the row that causes it).
 * Pure: the same content and counter always cost the same, so costs are memoized by content.
 */
export interface SurfaceRules {
  /** For example `openai-chat/gpt-4o`. */
  readonly id: string;
  readonly version: string;
  /** Tokens of a request beyond its segments (reply priming, per-request settings). */
  requestCost(settings: OutboundRequest["settings"]): SegmentCost;
  /** Text, names, calls, results, media and per-message framing of one message. */
  messageCost(message: MessageContent, counter: TokenCounter): SegmentCost;
  toolsCost(input: ToolsInput, counter: TokenCounter): ToolsCost;
}
