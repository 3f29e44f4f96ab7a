import { parseThreshold, PlimsollError, type Surface, type TokenCounter } from "@plimsoll/core";
import { budgetOptionsShape } from "@plimsoll/langgraph";
import * as z from "zod";
import type { GateReport, UsageReport } from "./gate-report.ts";

/** Options of `budgetGate`. What is not set is taken from the middleware that budgeted the same call, where one did. */
export interface BudgetGateOptions {
  /** `enforce` refuses what is over the window; `observe` only reports. Default `enforce`. */
  readonly mode?: "observe" | "enforce";
  /**
   * Context window in tokens: of every model, or of the model with an id. Default: the profile of the model in `models`
   * with that id; else what the middleware used for the same model. Without any the call is refused with
   * `context_window_unknown`: callbacks are not shown the model's profile.
   */
  readonly contextWindow?: number | ((modelId: string) => number | undefined);
  /** Models that may be called, fallbacks included; their profiles state windows and answers. Default: none. */
  readonly models?: readonly unknown[];
  /** Tokens kept free for the answer. Default: the middleware's option; else the larger of what it reserved for the same model and the call's max tokens; else the profile's `maxOutputTokens`, at most 20 % of the window; else 0. */
  readonly outputReservation?: number;
  /** Tokens kept free for counts that are not exact. Default: the middleware's; else 0 exact, 2 % of the window calibrated, 5 % conservative. */
  readonly safetyMargin?: number;
  /** Share of the window below which a ledger says that compaction may be requested. Default: the middleware's, else 0.40. */
  readonly threshold?: number;
  /** Counter to use. Default: the middleware's; else the model family's own. */
  readonly tokenCounter?: TokenCounter;
  /** Provider API to account for. Default: told from the call's parameters. */
  readonly surface?: Surface;
  /** Called with every report, rows included, before the request leaves. What it throws changes nothing. */
  readonly onGate?: (report: GateReport) => void;
  /** Called after each answer whose usage was reported. What it throws changes nothing. */
  readonly onUsage?: (report: UsageReport) => void;
}

const { outputReservation, safetyMargin, tokenCounter, surface } = budgetOptionsShape;

const schema = z.strictObject({
  mode: z.enum(["observe", "enforce"]).default("enforce"),
  contextWindow: z
    .union([
      z.number().int().min(1),
      z.custom<(modelId: string) => number | undefined>((value) => typeof value === "function"),
    ])
    .optional(),
  models: z.array(z.unknown()).default([]),
  outputReservation,
  safetyMargin,
  threshold: z.number().min(0).max(1).optional(),
  tokenCounter,
  surface,
  onGate: z.custom<NonNullable<BudgetGateOptions["onGate"]>>((value) => typeof value === "function").optional(),
  onUsage: z.custom<NonNullable<BudgetGateOptions["onUsage"]>>((value) => typeof value === "function").optional(),
});

/** Options with their defaults applied; undefined where the default depends on the call. */
export type ParsedGateOptions = Readonly<z.output<typeof schema>>;

/**
 * Checks the options once, at creation.
 *
 * @throws PlimsollError `invalid_options` that names every wrong option.
 */
export function parseGateOptions(options: BudgetGateOptions): ParsedGateOptions {
  const parsed = schema.safeParse(options);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "options"}: ${message}`);
    throw new PlimsollError("invalid_options", `budgetGate: ${problems.join("; ")}.`, { cause: parsed.error });
  }
  if (parsed.data.threshold !== undefined) parseThreshold(parsed.data.threshold);
  return parsed.data;
}
