import type {
  MessageContent,
  MessageRole,
  OutboundRequest,
  Segment,
  SegmentKind,
  ToolContent,
} from "./outbound-request.ts";
import type { SurfaceRules } from "./rules/surface-rules.ts";
import type { TokenCounter } from "./token-counter.ts";

export { type SuiteRunner, summaryStoreSuite } from "./summary-store-suite.ts";

/** Counts words, so that expected numbers can be read off a test: one per run of non-blank characters. */
export const wordCounter: TokenCounter = {
  id: "words",
  version: "1",
  exactness: "exact",
  unit: "tokens",
  count: (text) => text.split(/\s+/u).filter((word) => word !== "").length,
};

/** Rules that charge the counted text and nothing else, each tool as its name, description and JSON schema. */
export const textOnlyRules: SurfaceRules = {
  id: "text-only",
  version: "1",
  requestCost: () => ({ tokens: 0, exactness: "exact" }),
  messageCost: (message, counter) => ({ tokens: counter.count(wordsOf(message)), exactness: "exact" }),
  toolsCost: ({ tools, format }, counter) => ({
    framing: { tokens: 0, exactness: "exact" },
    tools: tools.map((tool) => ({ tokens: counter.count(toolText(tool)), exactness: "exact" })),
    format: format === undefined ? undefined : { tokens: counter.count(toolText(format)), exactness: "exact" },
  }),
};

/** A message segment of the given kind; the role defaults to the usual one. */
export function messageSegment(
  kind: Exclude<SegmentKind, "tools">,
  content: MessageContent["content"],
  role: MessageRole = kind === "system" ? "system" : "user",
): Extract<Segment, { type: "message" }> {
  return { type: "message", kind, message: { role, content } };
}

/** A tool segment whose description has `words` words beside its one-word name. */
export function toolSegment(name: string, words: number): Extract<Segment, { type: "tool" }> {
  return {
    type: "tool",
    kind: "tools",
    tool: { name, description: Array.from({ length: words }, () => "word").join(" ") },
  };
}

/** A request on the generic surface; overrides replace whole fields. */
export function requestOf(segments: readonly Segment[], overrides: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    surface: "generic",
    modelId: "test-model",
    contextWindow: 1_000,
    reservations: { output: 0, safety: 0 },
    settings: {},
    ...overrides,
    segments,
  };
}

/** `count` words. */
export function words(count: number): string {
  return Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
}

/** Freezes a value through and through, so that any change to it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

function wordsOf({ content, toolCalls = [] }: MessageContent): string {
  const text =
    typeof content === "string" ? content : content.map((part) => (part.kind === "text" ? part.text : "")).join(" ");
  return [text, ...toolCalls.map((call) => `${call.name} ${call.arguments}`)].join(" ");
}

function toolText(tool: Pick<ToolContent, "name" | "description" | "parameters">): string {
  return [tool.name, tool.description ?? "", tool.parameters === undefined ? "" : JSON.stringify(tool.parameters)].join(
    " ",
  );
}
