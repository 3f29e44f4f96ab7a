import type { BaseMessage } from "@langchain/core/messages";
import {
  defaultThreshold,
  digestSummarizer,
  parseThreshold,
  PlimsollError,
  type Summarizer,
  type SummaryStore,
  type SummaryStrategy,
  type Surface,
  type TokenCounter,
} from "@plimsoll/core";
import * as z from "zod";
import { checkedFrames, type FrameSource } from "../frames/frame.ts";
import type { MessageSegmentKind } from "../project-transcript.ts";
import { createMemorySummaryStore } from "../summaries/memory-summary-store.ts";
import type { BudgetReport } from "./budget-report.ts";

/** What keeping a request under its line can be told. All are optional where the model's profile states its window. */
export interface BudgetOptions {
  /** `enforce` keeps every request within its window or refuses it; `observe` only reports. Default `enforce`. */
  readonly mode?: "observe" | "enforce";
  /** The model's context window in tokens. Default: the model profile's `maxInputTokens`; without either a call fails with `context_window_unknown`. */
  readonly contextWindow?: number;
  /** Share of the window that must stay free before compaction holds, from 0 to 1. Default 0.40 (WO-01). */
  readonly threshold?: number;
  /**
   * Tokens kept free for the answer. Default: the call's max tokens; else the profile's `maxOutputTokens`, at most 20 %
   * of the window (profiles state the largest answer a model can give, which would leave little room for input); else 0.
   */
  readonly outputReservation?: number;
  /** Tokens kept free for counts that are not exact. Default by the least exact row: 0 exact, 2 % of the window calibrated, 5 % conservative. */
  readonly safetyMargin?: number;
  /** Turns that stay verbatim, the active one included; 0 still keeps the active one. Default 3: the last steps carry the thread of the work. */
  readonly keepLastTurns?: number;
  /** Counter to use instead of the model family's own. */
  readonly tokenCounter?: TokenCounter;
  /** Provider API to account for. Default: told from the model's class; `generic` (conservative) where that is unknown. */
  readonly surface?: Surface;

  /**
   * `auto` replaces older turns once less than `threshold` is free; `manual` only when that is asked for; `off` never
   * takes anything out: a request that does not fit is refused. Default `auto`.
   */
  readonly compaction?: "auto" | "manual" | "off";
  /** Who writes summaries; `false` for nobody (older turns are then clipped or evicted at the limit). Default `digestSummarizer()`: deterministic, without a model. */
  readonly summarizer?: Summarizer | false;
  /** How a summary takes up what was replaced before. Default: the summarizer's own (`sliding-window` for the digest, `recursive` for models). */
  readonly strategy?: SummaryStrategy;
  /** Where summaries are recorded before a request uses them. Default: the run's checkpointer, beside its thread; memory where there is none. */
  readonly store?: SummaryStore;
  /** Share of the window that is free after a compaction where that can be reached, so that it fires rarely. Default 0.60, or `threshold` where that is more. */
  readonly lowWater?: number;
  /** Least share of what it replaces that a summary must save, from 0 to 1. Default 0.10. */
  readonly minimumGain?: number;
  /** Cap of a summary's text in tokens. Default: the summarizer's own (10 % of the window, at most 8,000, for the digest; 5 %, at most 2,000, for models). */
  readonly maxSummaryTokens?: number;
  /** Most compactions from one message of the user to the next, and in a hundred model calls. Default 20: more means that something else is wrong. */
  readonly maxCompactions?: number;
  /** Clip results and arguments even in the kept turns before a request is refused. Default true. */
  readonly clipKeptTurns?: boolean;

  /** Most tokens of transcript a request may carry (RFC 0111). Default: no bound but the window. */
  readonly transcriptTokenBudget?: number;
  /** Most entries of transcript a request may carry (RFC 0061, 0111). Default: no bound. */
  readonly transcriptWindow?: number;
  /** Counter of `transcriptTokenBudget`. Default: the ledger's own. */
  readonly transcriptCounter?: TokenCounter;

  /**
   * Controller frames of each request: steering slots, working-set files, evidence. Counted in their segments and never
   * compacted. Needs mode `enforce`, as `observe` changes nothing. Default: none.
   */
  readonly frames?: FrameSource;

  /** Puts a message into another segment than proposed. */
  readonly classify?: (message: BaseMessage, proposed: MessageSegmentKind) => MessageSegmentKind;
  /** Names messages that are never taken out: the original goal, say. */
  readonly protect?: (message: BaseMessage) => boolean;
  /** Called with every report, rows included, before the request leaves. What it throws is reported as `context.listener_failed` and changes nothing. */
  readonly onBudget?: (report: BudgetReport) => void;
}

/** Options with their defaults applied; undefined where the default depends on the model. */
export type ParsedBudgetOptions = Readonly<z.output<typeof schema>> & ResolvedBudgetOptions;

/** What parsing adds to the options that were given. */
export interface ResolvedBudgetOptions {
  readonly lowWater: number;
  readonly summarizer: Summarizer | false;
  /** Where summaries are recorded when neither `store` nor the run's checkpointer can hold them. */
  readonly memory: SummaryStore;
}

/** Free share after a compaction: the next calls hold, so the provider's cache of the prefix lives on. */
const defaultLowWater = 0.6;

const wholeNumber = (minimum: number) => z.number().int().min(minimum).optional();
const share = (initial: number) => z.number().min(0).max(1).default(initial);

const counterOption = z
  .custom<TokenCounter>(isTokenCounter, "expected a TokenCounter: { id, version, exactness, unit, count(text) }")
  .optional();

/** The shape of the options, for hosts that add their own. */
export const budgetOptionsShape = {
  mode: z.enum(["observe", "enforce"]).default("enforce"),
  contextWindow: wholeNumber(1),
  threshold: share(defaultThreshold),
  outputReservation: wholeNumber(0),
  safetyMargin: wholeNumber(0),
  keepLastTurns: z.number().int().min(0).default(3),
  tokenCounter: counterOption,
  surface: z.enum(["openai-chat", "openai-responses", "anthropic", "gemini", "generic"]).optional(),
  compaction: z.enum(["auto", "manual", "off"]).default("auto"),
  summarizer: z
    .custom<Summarizer | false>(
      isSummarizer,
      "expected a Summarizer or false: digestSummarizer(), chatModelSummarizer({ model })",
    )
    .optional(),
  strategy: z.enum(["sliding-window", "recursive", "map-reduce"]).optional(),
  store: z.custom<SummaryStore>(isSummaryStore, "expected a SummaryStore: { get, put, list }").optional(),
  lowWater: z.number().min(0).max(1).optional(),
  minimumGain: share(0.1),
  maxSummaryTokens: wholeNumber(1),
  maxCompactions: z.number().int().min(0).default(20),
  clipKeptTurns: z.boolean().default(true),
  transcriptTokenBudget: wholeNumber(1),
  transcriptWindow: wholeNumber(1),
  transcriptCounter: counterOption,
  frames: z
    .custom<FrameSource>(
      (value) => Array.isArray(value) || typeof value === "function",
      "expected frames, or a function that gives them",
    )
    .optional(),
  classify: functionOption<NonNullable<BudgetOptions["classify"]>>(),
  protect: functionOption<NonNullable<BudgetOptions["protect"]>>(),
  onBudget: functionOption<NonNullable<BudgetOptions["onBudget"]>>(),
};

const schema = z.strictObject(budgetOptionsShape);

/**
 * Checks options once, at creation, against a schema that contains {@link budgetOptionsShape}.
 *
 * @throws PlimsollError `invalid_options` that names every wrong option with its value.
 */
export function parseBudgetOptions<S extends z.ZodType<object>>(
  owner: string,
  options: object,
  shape: S,
): z.output<S> & ResolvedBudgetOptions {
  const parsed = shape.safeParse(options);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => describe(issue, options)).join("; ");
    throw new PlimsollError("invalid_options", `${owner}: ${problems}.`, { cause: parsed.error });
  }
  const known = parsed.data as z.output<S> & z.output<typeof schema>;
  parseThreshold(known.threshold);
  requireEnforcedFrames(owner, known);
  return {
    ...known,
    lowWater: lowWaterOf(owner, known),
    summarizer: known.summarizer ?? digestSummarizer(),
    memory: createMemorySummaryStore(),
  };
}

/** Fixed frames are checked at once; frames in `observe` mode would be a promise nobody keeps. */
function requireEnforcedFrames(owner: string, { mode, frames }: z.output<typeof schema>): void {
  if (Array.isArray(frames)) checkedFrames(frames);
  if (mode === "enforce" || frames === undefined) return;
  throw new PlimsollError(
    "invalid_options",
    `${owner}: frames are set and mode is "observe", which adds nothing to a request; use mode "enforce".`,
  );
}

/** A low-water mark under the line would compact again at once. */
function lowWaterOf(owner: string, { threshold, lowWater }: z.output<typeof schema>): number {
  if (lowWater === undefined) return Math.max(defaultLowWater, threshold);
  if (lowWater >= threshold) return lowWater;
  throw new PlimsollError(
    "invalid_options",
    `${owner}: lowWater is ${lowWater}, below threshold ${threshold}; it is the share that is free after a compaction, so it must be at least the threshold.`,
    { details: { lowWater, threshold } },
  );
}

function describe(issue: z.core.$ZodIssue, options: object): string {
  const name = issue.path.join(".");
  if (name === "") return issue.message;
  const value: unknown = Reflect.get(options, String(issue.path[0]));
  return `${name} is ${typeof value === "object" ? "an object" : String(value)} (${issue.message})`;
}

function functionOption<F>(): z.ZodOptional<z.ZodType<F>> {
  return z.custom<F>((value) => typeof value === "function", "expected a function").optional();
}

function isTokenCounter(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { id, version, exactness, unit, count } = value as Partial<Record<keyof TokenCounter, unknown>>;
  const named = typeof id === "string" && typeof version === "string";
  return (
    named && typeof exactness === "string" && (unit === "tokens" || unit === "chars") && typeof count === "function"
  );
}

function isSummarizer(value: unknown): boolean {
  if (value === false) return true;
  if (typeof value !== "object" || value === null) return false;
  const { id, version, summarize } = value as Partial<Record<keyof Summarizer, unknown>>;
  return typeof id === "string" && typeof version === "string" && typeof summarize === "function";
}

function isSummaryStore(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { get, put, list } = value as Partial<Record<keyof SummaryStore, unknown>>;
  return [get, put, list].every((method) => typeof method === "function");
}
