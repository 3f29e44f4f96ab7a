import type { BaseMessage } from "@langchain/core/messages";
import type { SummaryDraft } from "@plimsoll/core";
import { projectContent } from "../project-content.ts";

/**
 * The summary in a model's answer: its text blocks alone, so that an answer of calls or reasoning has none. An answer
 * that was cut off at its token limit has none either: what it did not get to say would be lost unseen.
 */
export function draftOf(answer: BaseMessage): SummaryDraft {
  const usage = usageOf(answer);
  const text = isCutOff(answer.response_metadata) ? "" : textOf(answer).trim();
  return { text, ...(usage === undefined ? {} : { usage }) };
}

function textOf({ content }: BaseMessage): string {
  const parts = projectContent(content, new Set());
  if (typeof parts === "string") return parts;
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

const stopFields = ["finish_reason", "stop_reason", "finishReason", "done_reason"];
const lengthStops = new Set<unknown>(["length", "max_tokens", "MAX_TOKENS"]);

function isCutOff(metadata: Readonly<Record<string, unknown>>): boolean {
  return metadata["status"] === "incomplete" || stopFields.some((field) => lengthStops.has(metadata[field]));
}

function usageOf(answer: BaseMessage): SummaryDraft["usage"] {
  const reported: unknown = Reflect.get(answer, "usage_metadata");
  if (typeof reported !== "object" || reported === null) return undefined;
  const inputTokens: unknown = Reflect.get(reported, "input_tokens");
  const outputTokens: unknown = Reflect.get(reported, "output_tokens");
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
