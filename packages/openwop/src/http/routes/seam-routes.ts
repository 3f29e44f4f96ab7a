import * as z from "zod";
import { findRun, type HostContext } from "../host-context.ts";
import { type Problem, problem } from "../problem.ts";
import { reply, route, type Route } from "../route.ts";
import { eventShape, jsonObject, problems } from "../shapes.ts";
import { type CacheKeyRequest, semanticCacheKey } from "../../replay/cache-key.ts";

const windowShape = z.strictObject({
  tokenCounter: z.enum(["o200k_base", "cl100k_base", "chars", "host-defined"]),
  tokenCount: z.number().int().min(0),
  eventIds: z.array(z.string()),
  summarizedRanges: z.array(z.strictObject({ summaryRef: z.string(), replacedTurns: z.array(z.string()) })),
  entries: z.array(z.strictObject({ eventId: z.string(), rendered: z.string() })),
});

/**
 * RFC 0111, conformance seam: the recorded account of one turn. It shows what the host says it fed, consistent and
 * bounded; it cannot show that the prompt was nothing more.
 */
export function transcriptWindowRoute(context: HostContext): Route {
  return route({
    method: "GET",
    path: "/v1/host/sample/agent/transcript-window",
    operationId: "getTranscriptWindow",
    summary: "What an orchestrator was fed at one of its turns",
    scopes: ["runs:read"],
    query: z.object({ runId: z.string().min(1), iteration: z.coerce.number().int().min(1) }),
    answers: { 200: { description: "The account", schema: windowShape }, ...problems(400, 404, 422) },
    async handle({ principal, query }) {
      const run = await findRun(context, principal, query.runId);
      if ("kind" in run) return run;
      const window = await context.options.store.readDocument(run.runId, "window", String(query.iteration));
      return window === undefined ? noSuchTurn(context, run.runId, query.iteration) : reply(200, window.value);
    },
  });
}

async function noSuchTurn({ projection }: HostContext, runId: string, iteration: number): Promise<Problem> {
  const state = await projection.stateOf(runId);
  const message = `The run has ${state.iteration} turns of an orchestrator, and none of number ${iteration}.`;
  return problem(422, "validation_error", { message, details: { turns: state.iteration } });
}

/** The persisted log, as a suite reads it. An unknown run has an empty one, which is how the seam is probed for. */
export function eventLogRoute({ options }: HostContext): Route {
  return route({
    method: "GET",
    path: "/v1/host/sample/test/runs/{runId}/events",
    operationId: "readEventLog",
    summary: "The persisted log of a run",
    scopes: ["runs:read"],
    query: z.object({
      type: z.string().optional(),
      nodeId: z.string().optional(),
      causationId: z.string().optional(),
      correlationId: z.string().optional(),
    }),
    answers: {
      200: { description: "The events", schema: z.object({ events: z.array(eventShape) }) },
      ...problems(400),
    },
    async handle({ principal, params, query }) {
      const run = await options.store.readRun(params["runId"] ?? "");
      if (run?.tenant !== principal.tenant) return reply(200, { events: [] });
      const events = await options.store.readEvents(run.runId, -1);
      const filters = Object.entries(query).filter(([, value]) => value !== undefined);
      const isAskedFor = (event: object) => filters.every(([key, value]) => Reflect.get(event, key) === value);
      return reply(200, { events: events.filter(isAskedFor) });
    },
  });
}

/** RFC 0041: the key under which an answer of this request would be found. */
export function cacheKeyRoute(): Route {
  return route({
    method: "POST",
    path: "/v1/host/sample/test/llm-cache-key",
    operationId: "computeCacheKey",
    summary: "The key of a model request in the invocation log",
    scopes: ["runs:read"],
    body: z.looseObject({}),
    answers: {
      200: { description: "The key", schema: z.object({ cacheKey: z.string() }) },
      ...problems(400),
    },
    handle({ body }) {
      const request = cacheKeyBody.safeParse(body);
      if (!request.success)
        return problem(400, "invalid_argument", {
          message: "provider, model and messages are needed: two names and a list of messages.",
        });
      return reply(200, { cacheKey: semanticCacheKey(request.data as CacheKeyRequest) });
    },
  });
}

const cacheKeyBody = z.looseObject({
  provider: z.string().min(1),
  model: z.string().min(1),
  messages: z.array(jsonObject),
});
