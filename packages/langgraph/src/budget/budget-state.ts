import { ReducedValue } from "@langchain/langgraph";
import type { ArtifactId } from "@plimsoll/core";
import * as z from "zod";
import type { StandingWindow } from "../window/standing-window.ts";
import type { BudgetRecord } from "./budget-report.ts";

/** Private state of a budgeted conversation: references and numbers only; of constant size but for protected turns and clips. */
export interface BudgetState {
  readonly version: 1;
  /** Model calls budgeted in this thread. */
  readonly iteration: number;
  /** What earlier decisions made of the transcript; absent while nothing was taken out or clipped. */
  readonly standing?: StandingWindow;
  /**
   * Compactions since this message of the user, by its key, or since the model call they are counted from; and the
   * call up to which none is tried below the limit.
   */
  readonly run: {
    readonly task: string;
    readonly compactions: number;
    readonly countedFrom?: number | undefined;
    readonly restsUntil?: number | undefined;
  };
  /** Names the conversation where no thread does. */
  readonly scope: string;
  /** The latest report. */
  readonly record: BudgetRecord;
}

/** Key of the private state; the underscore keeps it out of an agent's input and output. */
export const budgetStateKey = "_contextBudget";

/** The state field. The last write of a step wins: an outer middleware that calls the model twice makes two. */
export const budgetStateField = new ReducedValue(z.any(), {
  inputSchema: z.any(),
  reducer: (_previous: unknown, next: unknown) => next,
});

const boundarySchema = z.object({
  through: z.string(),
  kept: z.array(z.string()).readonly(),
  turns: z.number().int().min(0),
});

const stateSchema = z.object({
  version: z.literal(1),
  iteration: z.number().int().min(0),
  standing: z
    .object({
      out: boundarySchema.optional(),
      summary: z
        .object({
          artifactId: z.custom<ArtifactId>((value) => typeof value === "string" && value.startsWith("ctxsum_")),
          covers: boundarySchema,
        })
        .optional(),
      clips: z.array(z.object({ message: z.string(), capTokens: z.number().int().min(0) })).optional(),
    })
    .optional(),
  run: z.object({
    task: z.string(),
    compactions: z.number().int().min(0),
    countedFrom: z.number().int().min(0).optional(),
    restsUntil: z.number().int().min(0).optional(),
  }),
  scope: z.string(),
});

/** What is read back of a state. */
export type ReadBudgetState = z.output<typeof stateSchema>;

/** The budget's part of a state; undefined where there is none, or one this version cannot read: then it is decided, and told, anew. */
export function readBudgetState(state: object): ReadBudgetState | undefined {
  const parsed = stateSchema.safeParse(Reflect.get(state, budgetStateKey));
  return parsed.success ? parsed.data : undefined;
}
