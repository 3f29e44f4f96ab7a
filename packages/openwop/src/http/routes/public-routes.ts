import { canonicalJson, pureDigest } from "@plimsoll/core";
import { discoveryDocument } from "../../discovery/discovery-document.ts";
import type { HostContext } from "../host-context.ts";
import { openApiDocument } from "../open-api.ts";
import { reply, route, type Route } from "../route.ts";
import { jsonObject } from "../shapes.ts";

/** What the host claims changes only with its configuration. */
const cacheControl = "public, max-age=300";

export function discoveryRoute({ options }: HostContext): Route {
  const document = discoveryDocument(options);
  const etag = `"${pureDigest.sha256(canonicalJson(document, "discovery document")).slice(0, 32)}"`;
  return route({
    method: "GET",
    path: "/.well-known/openwop",
    operationId: "discover",
    summary: "What this host can do",
    scopes: null,
    answers: {
      200: { description: "The capabilities, computed from the configuration", schema: jsonObject },
      304: { description: "They are those of the ETag" },
    },
    handle: ({ headers }) => {
      const told = { etag, "cache-control": cacheControl };
      return isKnown(headers, etag) ? reply(304, undefined, told) : reply(200, document, told);
    },
  });
}

export function openApiRoute({ options }: HostContext, routes: readonly Route[]): Route {
  const own = route({
    method: "GET",
    path: "/v1/openapi.json",
    operationId: "getOpenApi",
    summary: "This document",
    scopes: null,
    answers: { 200: { description: "OpenAPI 3.1", schema: jsonObject } },
    handle: () => reply(200, document, { "cache-control": cacheControl }),
  });
  const document = openApiDocument([own, ...routes], options.implementation);
  return own;
}

function isKnown(headers: Headers, etag: string): boolean {
  const known = (headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}
