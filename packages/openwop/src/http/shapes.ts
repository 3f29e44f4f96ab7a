import * as z from "zod";
import type { JsonObject } from "../log/json.ts";
import type { AnswerShape } from "./route.ts";

/** A JSON object of unknown shape, in bodies and answers. */
export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json()) as z.ZodType<JsonObject>;

/** A line of a log (OpenWOP RunEventDoc). */
export const eventShape = z.object({
  eventId: z.string(),
  runId: z.string(),
  type: z.string(),
  payload: jsonObject,
  timestamp: z.iso.datetime(),
  sequence: z.number().int().min(0),
  nodeId: z.string().optional(),
  causationId: z.string().optional(),
});

export const createdShape = z.object({
  runId: z.string(),
  status: z.string(),
  statusUrl: z.string(),
  eventsUrl: z.string(),
});

export const snapshotShape = z.looseObject({
  runId: z.string(),
  workflowId: z.string(),
  status: z.enum(["pending", "running", "cancelling", "completed", "failed", "cancelled"]),
});

/** The closed error body. */
export const problemShape = z.strictObject({
  error: z.string(),
  message: z.string(),
  details: jsonObject.optional(),
});

const reasons: Readonly<Record<number, string>> = {
  400: "The request is not valid",
  404: "It is not there, or not the tenant's",
  409: "It stands against what is there",
  422: "It cannot be done from here",
  501: "This workflow cannot do it",
};

/** Answers of these statuses, each with the closed error body. */
export function problems(...statuses: readonly number[]): Readonly<Record<number, AnswerShape>> {
  return Object.fromEntries(
    statuses.map((status) => [status, { description: reasons[status] ?? "It failed", schema: problemShape }]),
  );
}

/** Where a run is. */
export function runPath(runId: string): string {
  return `/v1/runs/${encodeURIComponent(runId)}`;
}
