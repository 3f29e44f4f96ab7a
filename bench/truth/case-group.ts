import type { MessageContent, OutboundRequest } from "@plimsoll/core";
import { resolveAccounting } from "../../packages/core/src/rules/resolve-accounting.ts";

/** What a request holds, by the hardest of it to count. */
export type CaseKind = "text" | "tools" | "calls" | "format" | "reasoning" | "media";

/** Kind by content: media before formats, reasoning, calls and tools. Signatures on Gemini calls count as calls. */
export function kindOf(request: OutboundRequest): CaseKind {
  const messages = request.segments.flatMap((segment) => (segment.type === "message" ? [segment.message] : []));
  const has = (predicate: (message: MessageContent) => boolean): boolean => messages.some(predicate);
  if (has((message) => partKinds(message).has("media"))) return "media";
  if (request.segments.some((segment) => segment.type === "response-format")) return "format";
  const thinking = request.settings["thinking"] !== undefined;
  if (request.surface !== "gemini" && (thinking || has((message) => partKinds(message).has("reasoning"))))
    return "reasoning";
  if (has((message) => message.role === "tool" || message.role === "function" || message.toolCalls !== undefined))
    return "calls";
  return request.segments.some((segment) => segment.type === "tool") ? "tools" : "text";
}

/** Surface and family, as the rules tell them apart. */
export function familyOf(request: OutboundRequest): string {
  const { rules, family } = resolveAccounting(request.surface, request.modelId);
  const [surface, variant = ""] = rules.id.split("/");
  return rules.id === "generic" ? `generic/${family}` : `${surface}/${family === "gpt-4o-search" ? family : variant}`;
}

function partKinds({ content }: MessageContent): ReadonlySet<string> {
  return new Set(typeof content === "string" ? [] : content.map((part) => part.kind));
}
