import * as z from "zod";
import type { ForkRefusal } from "../../engine/run-engine.ts";
import { findRun, type HostContext } from "../host-context.ts";
import { type Problem, problem, validationError } from "../problem.ts";
import { reply, route, type Route } from "../route.ts";
import { createdShape, jsonObject, problems, runPath } from "../shapes.ts";

const overlayShape = z.strictObject({
  configurable: jsonObject.optional(),
  tags: z.array(z.string().max(256)).max(100).optional(),
  metadata: jsonObject.optional(),
});

const forkBody = z.strictObject({
  mode: z.enum(["replay", "branch"]),
  fromSeq: z.number().int().min(0).optional(),
  runOptionsOverlay: overlayShape.default({}),
});

export function forkRunRoute(context: HostContext): Route {
  return route({
    method: "POST",
    path: "/v1/runs/{runId}:fork",
    operationId: "forkRun",
    summary: "Runs it again from its log: as it was, or another way from a point on",
    scopes: ["runs:create", "runs:read"],
    body: forkBody,
    idempotent: true,
    answers: {
      201: {
        description: "The fork is stored and runs",
        schema: createdShape.extend({ sourceRunId: z.string(), fromSeq: z.number().int(), mode: z.string() }),
      },
      ...problems(400, 404, 409, 422, 501),
    },
    async handle({ principal, params, body }) {
      const source = await findRun(context, principal, params["runId"] ?? "");
      if ("kind" in source) return source;
      const wrong = checkFork(body);
      if (wrong !== undefined) return wrong;
      const { mode, fromSeq = 0, runOptionsOverlay } = body;
      const overlay = definedOnly(runOptionsOverlay);
      const outcome = await context.engine.fork({ source, mode, fromSeq, overlay });
      if ("refused" in outcome) return refusal(outcome.refused);
      const { runId } = outcome.run;
      const statusUrl = runPath(runId);
      const eventsUrl = `${statusUrl}/events`;
      return reply(201, { runId, sourceRunId: source.runId, fromSeq, mode, status: "pending", statusUrl, eventsUrl });
    },
  });
}

function checkFork({ mode, fromSeq, runOptionsOverlay }: z.output<typeof forkBody>): Problem | undefined {
  if (mode === "branch" && fromSeq === undefined)
    return validationError("A branch needs fromSeq: the sequence from which on it goes its own way.");
  if (mode === "replay" && Object.values(runOptionsOverlay).some((member) => member !== undefined))
    return validationError("A replay takes no runOptionsOverlay: it is the same run again. Use mode branch.");
  return undefined;
}

const statuses: Readonly<Record<ForkRefusal["code"], number>> = {
  replay_context_summary_unavailable: 409,
  run_state_conflict: 409,
  fork_point_invalid: 422,
  fork_not_supported: 501,
};

function refusal({ code, message, details }: ForkRefusal): Problem {
  return problem(statuses[code], code, { message, details });
}

type Overlay = Parameters<HostContext["engine"]["fork"]>[0]["overlay"];

function definedOnly(overlay: z.output<typeof overlayShape>): Overlay {
  return Object.fromEntries(Object.entries(overlay).filter(([, value]) => value !== undefined));
}
