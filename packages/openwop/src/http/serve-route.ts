import type { Context } from "hono";
import { authorize, lackingScope } from "./authorize.ts";
import type { HostContext } from "./host-context.ts";
import { once } from "./idempotency.ts";
import { type Problem, problem, problemResponse } from "./problem.ts";
import { checkInput, readJson } from "./read-input.ts";
import { pathParams, type Reply, type Route, type RouteCall } from "./route.ts";

const nobody = { tenant: "", scopes: [] } as const;

/** Answers a request on a route: who asks, whether they may, whether it is well-formed, and only then what is there. */
export async function serveRoute(context: HostContext, route: Route, request: Context): Promise<Response> {
  const outcome = await answer(context, route, request);
  if (outcome instanceof Response) return outcome;
  if (outcome.kind === "problem") return problemResponse(outcome);
  const { status, body, headers = {} } = outcome;
  return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
}

async function answer(context: HostContext, route: Route, { req }: Context): Promise<Reply | Problem | Response> {
  const { authenticate, maxRequestBodyBytes } = context.options;
  const principal = route.scopes === null ? nobody : await authorize(req.header("authorization") ?? null, authenticate);
  if ("kind" in principal) return principal;
  const lacking = lackingScope(principal, route.scopes ?? []);
  if (lacking !== undefined) return lacking;
  const query = route.query === undefined ? { value: {} } : checkInput("query", route.query, req.query());
  if ("kind" in query) return query;
  const json = route.body === undefined ? { value: undefined } : await readJson(req.raw, maxRequestBodyBytes);
  if ("kind" in json) return json;
  const body = route.body === undefined ? json : checkInput("body", route.body, json.value);
  if ("kind" in body) return body;
  const call: RouteCall<unknown, unknown> = {
    principal,
    params: pathParams(route.path, req.param()),
    query: query.value,
    body: body.value,
    headers: req.raw.headers,
    signal: req.raw.signal,
  };
  return idempotent(context, { route, call, key: req.header("idempotency-key"), path: req.path });
}

interface KeyedCall {
  readonly route: Route;
  readonly call: RouteCall<unknown, unknown>;
  readonly key: string | undefined;
  readonly path: string;
}

async function idempotent({ options }: HostContext, { route, call, key, path }: KeyedCall) {
  if (route.idempotent !== true || key === undefined) return route.handle(call);
  const scope = `${call.principal.tenant} ${route.method} ${path}`;
  return once({ store: options.store, key, scope, body: call.body, now: Date.now() }, async () => {
    const outcome = await route.handle(call);
    if (outcome instanceof Response) throw new TypeError(`${route.operationId} streams, and cannot be idempotent`);
    return outcome;
  });
}

/** Whatever was thrown: the client is told a name to ask us for, and nothing of what happened inside. */
export function internalError(correlationId: string): Response {
  return problemResponse(
    problem(500, "internal_error", {
      message: "The host failed; ask whoever runs it for the error with this correlationId.",
      details: { correlationId },
    }),
  );
}
