import type { StandingWindow } from "@plimsoll/langgraph";
import { ReducedValue, StateSchema } from "@langchain/langgraph";
import * as z from "zod";
import type { BudgetRecord } from "./budget-report.ts";

/** Private state of the middleware: references and numbers only, of constant size. */
export interface BudgetState {
  readonly version: 1;
  /** What has left the window for good; absent while nothing has. */
  readonly standing?: StandingWindow;
  /** The latest report. */
  readonly record: BudgetRecord;
}

/** Key of the private state; the underscore keeps it out of the agent's input and output. */
export const budgetStateKey = "_contextBudget";

/** The last write of a step wins: an outer middleware that calls the model twice makes two. */
export const budgetStateSchema = new StateSchema({
  [budgetStateKey]: new ReducedValue(z.any(), {
    inputSchema: z.any(),
    reducer: (_previous: unknown, next: unknown) => next,
  }),
});

const standingSchema = z.object({
  version: z.literal(1),
  standing: z
    .object({ through: z.string(), kept: z.array(z.string()).readonly(), evictedTurns: z.number().int().min(0) })
    .optional(),
});

/** The standing window in a state; undefined where there is none, or one this version cannot read: then it is decided, and told, anew. */
export function standingWindowOf(state: object): StandingWindow | undefined {
  const parsed = standingSchema.safeParse((state as Readonly<Record<string, unknown>>)[budgetStateKey]);
  return parsed.success ? parsed.data.standing : undefined;
}
