import { defaultThreshold, parseThreshold, PlimsollError, type Surface, type TokenCounter } from "@plimsoll/core";
import type { MessageSegmentKind } from "@plimsoll/langgraph";
import type { BaseMessage } from "@langchain/core/messages";
import * as z from "zod";
import type { BudgetReport } from "./budget-report.ts";

/** Options of `contextBudgetMiddleware`. All are optional where the model's profile states its window. */
export interface ContextBudgetOptions {
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
  /** Turns that are never taken out, the active one included; 0 still keeps the active one. Default 3: the last steps carry the thread of the work. */
  readonly keepLastTurns?: number;
  /** Counter to use instead of the model family's own. */
  readonly tokenCounter?: TokenCounter;
  /** Provider API to account for. Default: told from the model's class; `generic` (conservative) where that is unknown. */
  readonly surface?: Surface;
  /** Puts a message into another segment than proposed. */
  readonly classify?: (message: BaseMessage, proposed: MessageSegmentKind) => MessageSegmentKind;
  /** Names messages that are never taken out: the original goal, say. */
  readonly protect?: (message: BaseMessage) => boolean;
  /** Called with every report, rows included, before the request leaves. What it throws is reported as `context.listener_failed` and changes nothing. */
  readonly onBudget?: (report: BudgetReport) => void;
}

/** Options with their defaults applied; undefined where the default depends on the model. */
export type ParsedOptions = Readonly<z.output<typeof schema>>;

const wholeNumber = (minimum: number) => z.number().int().min(minimum).optional();

const schema = z.strictObject({
  mode: z.enum(["observe", "enforce"]).default("enforce"),
  contextWindow: wholeNumber(1),
  threshold: z.number().min(0).max(1).default(defaultThreshold),
  outputReservation: wholeNumber(0),
  safetyMargin: wholeNumber(0),
  keepLastTurns: z.number().int().min(0).default(3),
  tokenCounter: z
    .custom<TokenCounter>(isTokenCounter, "expected a TokenCounter: { id, version, exactness, unit, count(text) }")
    .optional(),
  surface: z.enum(["openai-chat", "openai-responses", "anthropic", "gemini", "generic"]).optional(),
  classify: functionOption<NonNullable<ContextBudgetOptions["classify"]>>(),
  protect: functionOption<NonNullable<ContextBudgetOptions["protect"]>>(),
  onBudget: functionOption<NonNullable<ContextBudgetOptions["onBudget"]>>(),
});

/**
 * Checks the options once, at creation.
 *
 * @throws PlimsollError `invalid_options` that names every wrong option with its value.
 */
export function parseOptions(options: ContextBudgetOptions): ParsedOptions {
  const parsed = schema.safeParse(options);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => describe(issue, options)).join("; ");
    throw new PlimsollError("invalid_options", `contextBudgetMiddleware: ${problems}.`, { cause: parsed.error });
  }
  parseThreshold(parsed.data.threshold);
  return parsed.data;
}

function describe(issue: z.core.$ZodIssue, options: ContextBudgetOptions): string {
  const name = issue.path.join(".");
  if (name === "") return issue.message;
  const value: unknown = (options as Readonly<Record<string, unknown>>)[name];
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
