import { type BudgetOptions, budgetOptionsShape, parseBudgetOptions } from "@plimsoll/langgraph";
import * as z from "zod";

/** Options of `contextBudgetMiddleware`. All are optional where the model's profile states its window. */
export type ContextBudgetOptions = BudgetOptions;

const schema = z.strictObject(budgetOptionsShape);

/** Options with their defaults applied. */
export type ParsedOptions = ReturnType<typeof parseOptions>;

/**
 * Checks the options once, at creation.
 *
 * @throws PlimsollError `invalid_options` that names every wrong option with its value.
 */
export function parseOptions(options: ContextBudgetOptions) {
  return parseBudgetOptions("contextBudgetMiddleware", options, schema);
}
