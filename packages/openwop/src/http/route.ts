import type * as z from "zod";
import type { Principal, Scope } from "../options.ts";
import type { Problem } from "./problem.ts";

/** What a route answers with when nothing is wrong. */
export interface Reply {
  readonly kind: "reply";
  readonly status: number;
  /** Plain JSON; absent for answers without a body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request whose parts were checked against the route's schemas. */
export interface RouteCall<Q, B> {
  readonly principal: Principal;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly headers: Headers;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** What is documented of an answer. */
export interface AnswerShape {
  readonly description: string;
  readonly schema?: z.ZodType;
}

export interface Route<Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType> {
  readonly method: "GET" | "POST";
  /** With `{name}` for parameters, as OpenAPI writes it. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** What a credential needs; null for routes that are public. */
  readonly scopes: readonly Scope[] | null;
  /** Of the query, whose values are strings. */
  readonly query?: Q;
  /** Of the JSON body; a route without it takes none. */
  readonly body?: B;
  /** May be asked for under an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  readonly answers: Readonly<Record<number, AnswerShape>>;
  readonly handle: (call: RouteCall<z.output<Q>, z.output<B>>) => Promise<Reply | Problem | Response> | Reply | Problem;
}

/** Keeps the types of a route's query and body together with its handler, and forgets them after. */
export function route<Q extends z.ZodType = z.ZodUnknown, B extends z.ZodType = z.ZodUnknown>(
  definition: Route<Q, B>,
): Route {
  return definition as unknown as Route;
}

export function reply(status: number, body?: unknown, headers?: Readonly<Record<string, string>>): Reply {
  return {
    kind: "reply",
    status,
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
  };
}

/** How Hono writes a path with `{name}` parameters; a verb after a colon is part of its segment. */
export function honoPath(path: string): string {
  return path
    .split("/")
    .map((segment) => {
      const verb = /^([^{}:]+|\{[^{}]+\}):(.+)$/.exec(segment);
      if (verb !== null) return verbSegment(verb[1] ?? "", verb[2] ?? "");
      return segment.replace(/^\{(.+)\}$/, ":$1");
    })
    .join("/");
}

/** `{runId}:fork` becomes a parameter that ends in `:fork`; what is before is cut out again by {@link pathParams}. */
function verbSegment(target: string, verb: string): string {
  const parameter = /^\{(.+)\}$/.exec(target)?.[1];
  return parameter === undefined ? `:_verb{${target}:${verb}}` : `:${parameter}{[^/]+:${verb}}`;
}

/** The parameters of a route in what Hono matched. */
export function pathParams(path: string, matched: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const verbs = new Map([...path.matchAll(/\{([^{}]+)\}:([^/]+)/g)].map(([, name = "", verb = ""]) => [name, verb]));
  return Object.fromEntries(
    Object.entries(matched).map(([name, value]) => {
      const verb = verbs.get(name);
      return [name, verb === undefined ? value : value.slice(0, -verb.length - 1)];
    }),
  );
}
