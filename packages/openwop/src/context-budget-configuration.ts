import {
  charsCounter,
  PlimsollError,
  type Summarizer,
  type SummaryStrategy,
  type TokenCounter,
  type TranscriptCounterName,
} from "@plimsoll/core";
import * as z from "zod";

/** RFC 0111 `contextBudget`: the one configuration that discovery, the planner and the seam share. */
export interface ContextBudgetConfiguration {
  /** Most tokens of transcript fed to any turn of an orchestrator, in the unit of `tokenCounter`. Default: no bound. */
  readonly transcriptTokenBudget?: number;
  /** The unit, as it is advertised. Required with a budget. */
  readonly tokenCounter?: TranscriptCounterName;
  /** Who counts it: of the same id for the encodings (`loadTiktokenCounter`), any for `host-defined`. Default for `chars`: code points. */
  readonly counter?: TokenCounter;
  /** Most log entries fed to any turn (RFC 0061). Default: unbounded. */
  readonly transcriptWindow?: number;
  /** Who summarizes what does not fit. Default: nobody; the oldest turns are dropped, and nothing else is claimed. */
  readonly summarization?: SummarizationConfiguration;
}

export interface SummarizationConfiguration {
  readonly summarizer: Summarizer;
  /** How a summary takes up what was replaced before. Default: the summarizer's own. */
  readonly strategy?: SummaryStrategy;
  /** Turns kept verbatim, the active one included; 0 still keeps the active one. Default 3. */
  readonly keepLastTurns?: number;
}

const schema = z.strictObject({
  transcriptTokenBudget: z.number().int().min(1).optional(),
  tokenCounter: z.enum(["o200k_base", "cl100k_base", "chars", "host-defined"]).optional(),
  counter: z.custom<TokenCounter>(isCounter, "expected a TokenCounter").optional(),
  transcriptWindow: z.number().int().min(1).optional(),
  summarization: z
    .strictObject({
      summarizer: z.custom<Summarizer>(isSummarizer, "expected a Summarizer: digestSummarizer(), say"),
      strategy: z.enum(["sliding-window", "recursive", "map-reduce"]).optional(),
      keepLastTurns: z.number().int().min(0).optional(),
    })
    .optional(),
});

interface Surroundings {
  readonly attestLiveModel: boolean;
  readonly hasOrchestrator: boolean;
}

/**
 * Refuses a budget that would be uninterpretable, or a claim that is not the embedder's own.
 *
 * @throws PlimsollError `invalid_options` that says what is missing and what to do.
 */
export function requireHonestBudget(budget: ContextBudgetConfiguration, surroundings: Surroundings): void {
  const parsed = schema.safeParse(budget);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `contextBudget.${path.join(".")}: ${message}`);
    throw invalid(issues.join("; "));
  }
  const { transcriptTokenBudget, tokenCounter } = budget;
  if (!surroundings.attestLiveModel)
    throw invalid(
      "contextBudget is set, and attestLiveModel is not; it may only be advertised where a live model decides in the orchestrator's loop, which only you can say: set attestLiveModel to true if so, or remove contextBudget",
    );
  if (!surroundings.hasOrchestrator)
    throw invalid(
      "contextBudget is set, and no workflow has an orchestrator whose transcript it would bound; bind an agent, or remove contextBudget",
    );
  if (transcriptTokenBudget !== undefined && tokenCounter === undefined)
    throw invalid(
      `contextBudget.transcriptTokenBudget is ${transcriptTokenBudget} of no unit; set contextBudget.tokenCounter`,
    );
  if (tokenCounter !== undefined) countingBy(budget);
}

/**
 * Who counts the advertised unit; code points where none is advertised.
 *
 * @throws PlimsollError `invalid_options` for a unit without its counter.
 */
export function countingBy({ tokenCounter = "chars", counter }: ContextBudgetConfiguration): TokenCounter {
  if (tokenCounter === "chars" && (counter === undefined || counter.id === "chars")) return counter ?? charsCounter;
  if (counter !== undefined && (tokenCounter === "host-defined" || counter.id === tokenCounter)) return counter;
  const remedy =
    tokenCounter === "host-defined"
      ? "pass the counter that counts it"
      : `pass await loadTiktokenCounter("${tokenCounter}") of @plimsoll/core/tiktoken`;
  throw invalid(
    `contextBudget.tokenCounter is ${tokenCounter}, and contextBudget.counter is ${counter?.id ?? "missing"}; ${remedy}`,
  );
}

function invalid(what: string): PlimsollError {
  return new PlimsollError("invalid_options", `createOpenwopApp: ${what}.`);
}

function isCounter(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "count") === "function";
}

function isSummarizer(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "summarize") === "function";
}
