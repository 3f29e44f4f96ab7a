import { type BudgetOptions, budgetOptionsShape, parseBudgetOptions } from "@plimsoll/langgraph";
import { PlimsollError } from "@plimsoll/core";
import * as z from "zod";
import type { FrameSource } from "./frames.ts";

/** Options of `contextBudgetMiddleware`. */
export interface ContextBudgetOptions extends BudgetOptions {
  /**
   * Controller frames of each request: steering slots, working-set files, evidence. Counted in their segments and never
   * compacted. Needs mode `enforce`, as `observe` changes nothing. Default: none.
   */
  readonly frames?: FrameSource;
}

const schema = z.strictObject({
  ...budgetOptionsShape,
  frames: z
    .custom<FrameSource>(
      (value) => Array.isArray(value) || typeof value === "function",
      "expected frames or a function that returns them",
    )
    .optional(),
});

/** Options with their defaults applied. */
export type ParsedOptions = ReturnType<typeof parseOptions>;

/**
 * Checks the options once, at creation.
 *
 * @throws PlimsollError `invalid_options` that names every wrong option with its value.
 */
export function parseOptions(options: ContextBudgetOptions) {
  const parsed = parseBudgetOptions("contextBudgetMiddleware", options, schema);
  if (parsed.mode === "observe" && parsed.frames !== undefined) {
    throw new PlimsollError(
      "invalid_options",
      'contextBudgetMiddleware: frames are set and mode is "observe", which adds nothing to a request; use mode "enforce".',
    );
  }
  return parsed;
}
