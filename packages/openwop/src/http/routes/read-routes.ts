import * as z from "zod";
import { findRun, type HostContext } from "../host-context.ts";
import { notFound } from "../problem.ts";
import { reply, route, type Route } from "../route.ts";
import { jsonObject, problems } from "../shapes.ts";

export function readArtifactRoute(context: HostContext): Route {
  return route({
    method: "GET",
    path: "/v1/runs/{runId}/artifacts/{artifactId}",
    operationId: "getArtifact",
    summary: "What a run produced, under the id its events name",
    scopes: ["artifacts:read"],
    answers: { 200: { description: "The artifact", schema: jsonObject }, ...problems(404) },
    async handle({ principal, params }) {
      const run = await findRun(context, principal, params["runId"] ?? "");
      if ("kind" in run) return run;
      const id = params["artifactId"] ?? "";
      const document = await context.options.store.readDocument(run.runId, "artifact", id);
      return document === undefined
        ? notFound(`artifact ${JSON.stringify(id.slice(0, 128))}`)
        : reply(200, document.value);
    },
  });
}

export function readWorkflowRoute({ options }: HostContext): Route {
  return route({
    method: "GET",
    path: "/v1/workflows/{workflowId}",
    operationId: "getWorkflow",
    summary: "The definition of a workflow",
    scopes: ["manifest:read"],
    answers: { 200: { description: "The definition", schema: jsonObject }, ...problems(404) },
    handle({ params }) {
      const id = params["workflowId"] ?? "";
      const workflow = options.workflows.get(id);
      return workflow === undefined
        ? notFound(`workflow ${JSON.stringify(id.slice(0, 128))}`)
        : reply(200, workflow.definition);
    },
  });
}

/** RFC 0040: which run, if any, dispatched this one. */
export function readAncestryRoute(context: HostContext): Route {
  return route({
    method: "GET",
    path: "/v1/runs/{runId}/ancestry",
    operationId: "getAncestry",
    summary: "The run that dispatched this one",
    scopes: ["runs:read"],
    answers: {
      200: {
        description: "The parent, or null",
        schema: z.object({ runId: z.string(), hostId: z.string(), parent: jsonObject.nullable() }),
      },
      ...problems(404),
    },
    async handle({ principal, params }) {
      const run = await findRun(context, principal, params["runId"] ?? "");
      if ("kind" in run) return run;
      const { hostId } = context.options;
      const parent = run.parentRunId === undefined ? null : { runId: run.parentRunId, hostId, cause: "core.dispatch" };
      return reply(200, { runId: run.runId, hostId, parent });
    },
  });
}
