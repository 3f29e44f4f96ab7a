import type { JsonValue } from "../outbound-request.ts";
import { asObject, asString, own, type JsonObject } from "./json-object.ts";
import { referencedSchema } from "./schema-reference.ts";

/** Nodes written per schema; what is beyond is left out, so that shared references cannot explode. */
const mostNodes = 20_000;
/** Nesting written; deeper parts are left out. */
const deepest = 64;

interface Inlining {
  readonly root: JsonObject;
  readonly repeats: number;
  nodes: number;
}

/**
 * The schema with its local references written out and `$defs` left out, as providers do that know no references. A
 * reference into itself is written out `repeats` times.
 */
export function inlinedSchema(schema: JsonValue, repeats: number): JsonValue {
  const root = asObject(schema);
  if (root === undefined) return schema;
  return inline(schema, { root, repeats, nodes: 0 }, []);
}

function inline(value: JsonValue, inlining: Inlining, path: readonly string[]): JsonValue {
  inlining.nodes++;
  if (inlining.nodes > mostNodes || path.length > deepest) return {};
  if (Array.isArray(value)) return value.map((item: JsonValue) => inline(item, inlining, [...path, ""]));
  const object = asObject(value);
  if (object === undefined) return value;
  const reference = asString(own(object, "$ref"));
  const target = reference === undefined ? undefined : referencedSchema(inlining.root, reference);
  if (reference === undefined || target === undefined) return members(object, inlining, path);
  if (path.filter((step) => step === reference).length >= inlining.repeats) return {};
  const { $ref: _followed, ...beside } = object;
  return members({ ...target, ...beside }, inlining, [...path, reference]);
}

function members(object: JsonObject, inlining: Inlining, path: readonly string[]): JsonValue {
  const kept = Object.entries(object).filter(([key]) => key !== "$defs" && key !== "definitions");
  return Object.fromEntries(kept.map(([key, member]) => [key, inline(member, inlining, [...path, ""])]));
}
