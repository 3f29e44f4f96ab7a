import { type BaseMessage, SystemMessage } from "@langchain/core/messages";
import * as z from "zod";
import { type BudgetOptions, budgetOptionsShape, parseBudgetOptions } from "../budget/budget-options.ts";

/** Messages that leave a state for good, before they do. */
export interface ReplacedMessages {
  /** The conversation: its thread, or a name of its own for a run without one. */
  readonly scope: string;
  /** The summary that stands for them; null where they were only clipped or evicted. */
  readonly artifactId: string | null;
  /** As they were, in order. */
  readonly messages: readonly BaseMessage[];
}

/** Options of `createSummarizationNode`. */
export interface SummarizationNodeOptions extends BudgetOptions {
  /** The model that the graph calls next, also with tools bound: its window, provider and settings are read. Never called. */
  readonly model: unknown;
  /** Tools that are bound to it: their schemas are counted. Default: none. */
  readonly tools?: readonly object[];
  /** System text that the graph puts before the messages. Default: none but what stands in the messages. */
  readonly systemMessage?: string | SystemMessage;
  /** Key of the messages in the state. Default `messages`. */
  readonly messagesKey?: string;
  /**
   * Rewrites the messages in the state instead of projecting them, so that checkpoints stop growing. Called with what
   * leaves, and awaited, before anything does; where it rejects nothing is rewritten. Default: the state keeps everything.
   */
  readonly rewrite?: (replaced: ReplacedMessages) => Promise<void>;
}

const schema = z.strictObject({
  ...budgetOptionsShape,
  model: z.custom<object>(
    (value) => (typeof value === "object" && value !== null) || typeof value === "function",
    "expected a chat model",
  ),
  tools: z
    .array(z.custom<object>((value) => typeof value === "object" && value !== null, "expected a tool"))
    .readonly()
    .default([]),
  systemMessage: z
    .union([
      z.string(),
      z.custom<SystemMessage>((value) => SystemMessage.isInstance(value), "expected text or a SystemMessage"),
    ])
    .optional(),
  messagesKey: z.string().min(1).default("messages"),
  rewrite: z
    .custom<NonNullable<SummarizationNodeOptions["rewrite"]>>(
      (value) => typeof value === "function",
      "expected a function",
    )
    .optional(),
});

/**
 * Checks the options once, at creation.
 *
 * @throws PlimsollError `invalid_options` that names every wrong option with its value.
 */
export function parseNodeOptions(options: SummarizationNodeOptions) {
  return parseBudgetOptions("createSummarizationNode", options, schema);
}

/** Options with their defaults applied. */
export type ParsedNodeOptions = ReturnType<typeof parseNodeOptions>;
