import * as z from "zod";
import { isTerminal } from "../../log/run-state.ts";
import { findRun, type HostContext } from "../host-context.ts";
import { notFound } from "../problem.ts";
import { reply, route, type Route } from "../route.ts";
import { runEtag } from "../run-projection.ts";
import { createdShape, jsonObject, problems, runPath, snapshotShape } from "../shapes.ts";

/** Bodies are closed: an unknown key is a mistake, not a wish. */
const createBody = z.strictObject({
  workflowId: z.string().min(1),
  inputs: jsonObject.default({}),
  tenantId: z.string().optional(),
  scopeId: z.string().optional(),
  callbackUrl: z.string().optional(),
  configurable: z
    .looseObject({
      recursionLimit: z.number().int().min(1).optional(),
      temperature: z.number().min(0).max(2).optional(),
      maxTokens: z.number().int().min(1).optional(),
      mockProvider: z.never("this host has no mock provider; leave it out").optional(),
    })
    .default({}),
  tags: z.array(z.string().max(256)).max(100).default([]),
  metadata: jsonObject.default({}),
});

export function createRunRoute({ options, engine }: HostContext): Route {
  return route({
    method: "POST",
    path: "/v1/runs",
    operationId: "createRun",
    summary: "Creates a run and lets it go",
    scopes: ["runs:create"],
    body: createBody,
    idempotent: true,
    answers: { 201: { description: "It is stored and runs", schema: createdShape }, ...problems(400, 404, 409) },
    async handle({ principal, body }) {
      const { workflowId, inputs, configurable, tags, metadata } = body;
      if (!options.workflows.has(workflowId)) return notFound(`workflow ${JSON.stringify(workflowId.slice(0, 128))}`);
      const run = await engine.start({
        tenant: principal.tenant,
        workflowId,
        inputs,
        configurable: configurable as typeof inputs,
        tags,
        metadata,
      });
      return reply(201, created(run.runId));
    },
  });
}

/** What is said of a run that was just created. */
export function created(runId: string) {
  const statusUrl = runPath(runId);
  return { runId, status: "pending", statusUrl, eventsUrl: `${statusUrl}/events` };
}

export function readRunRoute(context: HostContext): Route {
  return route({
    method: "GET",
    path: "/v1/runs/{runId}",
    operationId: "getRun",
    summary: "What the log says of a run, now",
    scopes: ["runs:read"],
    answers: {
      200: { description: "The snapshot", schema: snapshotShape },
      304: { description: "Nothing happened since the ETag" },
      ...problems(404),
    },
    async handle({ principal, params, headers }) {
      const run = await findRun(context, principal, params["runId"] ?? "");
      if ("kind" in run) return run;
      const snapshot = await context.projection.snapshotOf(run);
      const etag = runEtag(snapshot);
      if (headers.get("if-none-match") === etag) return reply(304, undefined, { etag });
      return reply(200, snapshot, { etag, "cache-control": "private, no-cache" });
    },
  });
}

export function listRunsRoute({ options, projection }: HostContext): Route {
  return route({
    method: "GET",
    path: "/v1/runs",
    operationId: "listRuns",
    summary: "The tenant's runs, newest first",
    scopes: ["runs:read"],
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z.string().min(1).max(256).optional(),
    }),
    answers: {
      200: {
        description: "One page",
        schema: z.object({ runs: z.array(snapshotShape), nextCursor: z.string().optional() }),
      },
      ...problems(400),
    },
    async handle({ principal, query }) {
      const { limit, cursor } = query;
      const page = await options.store.listRuns(principal.tenant, cursor === undefined ? { limit } : { limit, cursor });
      if (page === undefined) return { ...notFound("page"), status: 400, error: "validation_error" };
      const runs = await Promise.all(page.runs.map((run) => projection.snapshotOf(run)));
      return reply(200, page.next === undefined ? { runs } : { runs, nextCursor: page.next });
    },
  });
}

const cancelledShape = z.object({ runId: z.string(), status: z.string() });

export function cancelRunRoute(context: HostContext): Route {
  return route({
    method: "POST",
    path: "/v1/runs/{runId}/cancel",
    operationId: "cancelRun",
    summary: "Asks a run to stop; one that has ended stays as it is",
    scopes: ["runs:cancel"],
    body: z.strictObject({ reason: z.string().max(1_024).optional() }),
    idempotent: true,
    answers: { 200: { description: "How it stands now", schema: cancelledShape }, ...problems(400, 404, 409) },
    async handle({ principal, params, body }) {
      const run = await findRun(context, principal, params["runId"] ?? "");
      return "kind" in run ? run : reply(200, await cancelled(context, run, body.reason));
    },
  });
}

type FoundRun = Exclude<Awaited<ReturnType<typeof findRun>>, { readonly kind: "problem" }>;

async function cancelled({ engine, projection }: HostContext, run: FoundRun, reason: string | undefined) {
  const before = await projection.stateOf(run.runId);
  if (!isTerminal(before.status)) await engine.cancel(run, reason);
  const { status } = await projection.stateOf(run.runId);
  return { runId: run.runId, status };
}

export function bulkCancelRoute(context: HostContext): Route {
  return route({
    method: "POST",
    path: "/v1/runs:bulk-cancel",
    operationId: "bulkCancelRuns",
    summary: "Asks several runs to stop, and says of each what came of it",
    scopes: ["runs:cancel"],
    body: z.strictObject({
      runIds: z.array(z.string()).min(1).max(100),
      reason: z.string().max(1_024).optional(),
    }),
    idempotent: true,
    answers: {
      200: { description: "In the order of the request", schema: z.object({ results: z.array(jsonObject) }) },
      ...problems(400, 409),
    },
    async handle({ principal, body }) {
      const results = body.runIds.map(async (runId) => {
        const run = await findRun(context, principal, runId);
        if ("kind" in run) return { runId, ok: false, error: { code: run.error, message: run.message } };
        return { ok: true, ...(await cancelled(context, run, body.reason)) };
      });
      return reply(200, { results: await Promise.all(results) });
    },
  });
}
