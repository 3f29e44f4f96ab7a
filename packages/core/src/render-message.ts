import type { ContentPart, MessageContent } from "./outbound-request.ts";

/**
 * The text of a message as it counts towards a transcript: content, then calls, without role labels or framing.
 * Media are named, not rendered. What is counted and what is shown to an outsider are this same text (RFC 0111, seam).
 */
export function renderMessage({ content, toolCalls = [] }: MessageContent): string {
  const texts = typeof content === "string" ? [content] : content.map(renderPart);
  const calls = toolCalls.map((call) => `${call.name}(${call.arguments})`);
  return [...texts, ...calls].filter((text) => text !== "").join("\n");
}

function renderPart(part: ContentPart): string {
  switch (part.kind) {
    case "text":
    case "reasoning":
      return part.text;
    case "media":
      return `[${part.media}]`;
    case "json":
      return JSON.stringify(part.json);
    default:
      return part satisfies never;
  }
}
