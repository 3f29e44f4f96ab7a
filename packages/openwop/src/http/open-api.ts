import * as z from "zod";
import type { JsonObject } from "../log/json.ts";
import type { Implementation } from "../options.ts";
import type { AnswerShape, Route } from "./route.ts";
import { problems, problemShape } from "./shapes.ts";

/** The routes as OpenAPI 3.1; made of the very schemas that requests are checked against. */
export function openApiDocument(routes: readonly Route[], { name, version }: Implementation): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  return {
    openapi: "3.1.0",
    info: { title: name ?? "OpenWOP host", version: version ?? "1.0.0" },
    paths,
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  };
}

function operationOf(route: Route): JsonObject {
  const { operationId, summary, scopes, body } = route;
  const denied = scopes === null ? {} : { ...problems(500), ...deniedAnswers };
  return {
    operationId,
    summary,
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(body === undefined ? {} : { requestBody: { content: jsonContent(body, "input") } }),
    responses: mapAnswers({ ...denied, ...route.answers }),
    security: scopes === null ? [] : [{ bearer: [...scopes] }],
  };
}

const deniedAnswers: Readonly<Record<number, AnswerShape>> = {
  401: { description: "The request is not authenticated", schema: problemShape },
  403: { description: "The credential may not do this", schema: problemShape },
};

function mapAnswers(answers: Readonly<Record<number, AnswerShape>>): JsonObject {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { description, schema }]) => [
      status,
      schema === undefined ? { description } : { description, content: jsonContent(schema, "output") },
    ]),
  );
}

function jsonContent(schema: z.ZodType, io: "input" | "output"): JsonObject {
  return { "application/json": { schema: schemaOf(schema, io) } };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest as unknown as JsonObject;
}

function pathParameters({ path }: Route): readonly JsonObject[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters({ query }: Route): readonly JsonObject[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, "input") as {
    readonly properties?: Readonly<Record<string, JsonObject>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function headerParameters({ idempotent }: Route): readonly JsonObject[] {
  return idempotent === true
    ? [{ name: "Idempotency-Key", in: "header", schema: { type: "string", maxLength: 255 } }]
    : [];
}
