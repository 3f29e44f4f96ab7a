import { Hono } from "hono";
import { createRunEngine } from "./engine/create-run-engine.ts";
import type { RunEngine } from "./engine/run-engine.ts";
import { authorize } from "./http/authorize.ts";
import type { HostContext } from "./http/host-context.ts";
import { notFound, problem, problemResponse } from "./http/problem.ts";
import { honoPath, type Route } from "./http/route.ts";
import { routesOf } from "./http/routes/routes.ts";
import { createRunProjection } from "./http/run-projection.ts";
import { internalError, serveRoute } from "./http/serve-route.ts";
import type { Stamps } from "./log/run-log.ts";
import { type OpenwopAppOptions, parseAppOptions } from "./options.ts";

/** A host, ready to be served. */
export interface OpenwopApp {
  /** Mount it into another Hono app, or hand it to a server. */
  readonly app: Hono;
  /** Answers a request, as any fetch-style server wants it. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Stops what runs, and closes the store; what has not ended is failed by the next host that starts on it. */
  close(): Promise<void>;
  /** Told of everything that was thrown while serving or running, under the id a client was given. */
  onError(listener: (error: unknown, correlationId: string) => void): void;
}

/**
 * An OpenWOP host (protocol major 1) over workflows: discovery, runs, events, forks and artifacts, fetch-style. It
 * listens on nothing by itself. Runs that a process which died left unfinished are failed before the first answer.
 *
 * @throws PlimsollError `invalid_options`: for a malformed option, and for a claim the configuration does not bear.
 */
export function createOpenwopApp(options: OpenwopAppOptions): OpenwopApp {
  const parsed = parseAppOptions(options);
  const { store, workflows, contextBudget, maxLoopIterations, redact } = parsed;
  const settings = { contextBudget, maxLoopIterations, redact };
  const listeners = new Set<(error: unknown, correlationId: string) => void>();
  const tell = (error: unknown) => {
    const correlationId = stamps.newId();
    for (const listener of listeners) listener(error, correlationId);
    return correlationId;
  };
  const engine = createRunEngine({ store, workflows, settings, stamps, onError: tell });
  const context: HostContext = { options: parsed, engine, projection: createRunProjection(store) };
  const app = appOf(context, (error) => internalError(tell(error)));
  return {
    app,
    fetch: (request) => app.fetch(request),
    close: () => closeHost(engine, store),
    onError: (listener) => void listeners.add(listener),
  };
}

const stamps: Stamps = { now: () => new Date().toISOString(), newId: () => crypto.randomUUID() };

async function closeHost(engine: RunEngine, store: { close(): Promise<void> }): Promise<void> {
  await engine.close();
  await store.close();
}

function appOf(context: HostContext, failed: (error: unknown) => Response): Hono {
  const app = new Hono();
  let recovered: Promise<void> | undefined;
  app.use(async (_context, next) => {
    recovered ??= context.engine.recover();
    await recovered;
    await next();
  });
  const routes = routesOf(context);
  for (const route of routes)
    app.on(route.method, honoPath(route.path), (request) => serveRoute(context, route, request));
  for (const path of new Set(routes.map(({ path }) => path))) refuseOtherMethods(app, { context, path, routes });
  const nothingHere = unserved(context, () => problemResponse(notFound("such endpoint")));
  app.all("/v1/*", (request) => nothingHere(request.req.raw));
  app.notFound(() => problemResponse(notFound("such endpoint")));
  app.onError((error) => failed(error));
  return app;
}

interface ServedPath {
  readonly context: HostContext;
  readonly path: string;
  readonly routes: readonly Route[];
}

function refuseOtherMethods(app: Hono, { context, path, routes }: ServedPath): void {
  const allowed = routes.filter((route) => route.path === path).map(({ method }) => method);
  const message = `Only ${allowed.join(" and ")} can be asked for here.`;
  const wrongMethod = () =>
    problemResponse(problem(405, "method_not_allowed", { message, headers: { allow: allowed.join(", ") } }));
  const refuse = unserved(context, wrongMethod);
  app.all(honoPath(path), (request) => refuse(request.req.raw));
}

/** Says that there is nothing, but only to who may know. */
function unserved({ options }: HostContext, answer: () => Response): (request: Request) => Promise<Response> {
  return async (request) => {
    const principal = await authorize(request.headers.get("authorization"), options.authenticate);
    return "kind" in principal ? problemResponse(principal) : answer();
  };
}
