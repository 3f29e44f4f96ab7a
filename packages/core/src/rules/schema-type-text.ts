import type { JsonValue } from "../outbound-request.ts";
import { asArray, asObject, asString, own, type JsonObject } from "./json-object.ts";
import { referencedSchema } from "./schema-reference.ts";

/**
 * How a JSON Schema is written as a TypeScript-like type: `2023` for the cl100k models (gpt-3.5, gpt-4), `2024` for
 * the o200k models (gpt-4o and later) on Chat Completions, `2025` for the same on Responses, which shows titles too.
 */
export type TypeStyle = "2023" | "2024" | "2025";

/** A rendered type with the comment that stands before it, and whether every construct in it occurs in billed requests that the rendering reproduces. */
export interface TypeText {
  readonly text: string;
  readonly comment: string;
  readonly proven: boolean;
}

/** Levels of nesting that are rendered; deeper (or cyclic) parts become `any`. */
const deepest = 24;
/** Schema nodes rendered per tool; beyond, parts become `any`, so that shared references cannot explode. */
const mostNodes = 20_000;

interface Rendering {
  readonly style: TypeStyle;
  readonly root: JsonObject;
  nodes: number;
  proven: boolean;
}

interface Position {
  readonly indent: number;
  readonly depth: number;
}

/** Properties of the object schema `schema`, one a line, without the braces around them. Empty for no properties. */
export function propertiesText(schema: JsonValue | undefined, style: TypeStyle): TypeText {
  const root = asObject(schema) ?? {};
  const rendering: Rendering = { style, root, nodes: 0, proven: true };
  checkKeywords(rendering, root);
  const text = renderProperties(rendering, root, { indent: 0, depth: 0 });
  const comment = style === "2023" ? "" : commentText(rendering, root);
  if (comment !== "") rendering.proven = false;
  return { text, comment, proven: rendering.proven };
}

function renderProperties(rendering: Rendering, schema: JsonObject, position: Position): string {
  const required = new Set(asArray(own(schema, "required")));
  const entries = Object.entries(asObject(own(schema, "properties")) ?? {});
  const modern = rendering.style !== "2023";
  return entries
    .map(([name, value], index) => {
      if (!/^\w+$/.test(name)) rendering.proven = false;
      const property = resolve(rendering, asObject(value) ?? {});
      const optional = required.has(name) ? "" : "?";
      const comma = modern && index === entries.length - 1 ? "" : ",";
      const type = renderType(rendering, property, position);
      const line = `${" ".repeat(position.indent)}${name}${optional}: ${type}${comma}`;
      return descriptionLines(rendering, property, position) + line + defaultComment(rendering, property);
    })
    .join("\n");
}

function descriptionLines(rendering: Rendering, schema: JsonObject, position: Position): string {
  const margin = " ".repeat(position.indent);
  if (rendering.style === "2023") {
    const description = asString(own(schema, "description")) ?? "";
    return description === "" || position.indent >= 2 ? "" : `${margin}// ${description}\n`;
  }
  const comment = commentText(rendering, schema);
  if (comment === "") return "";
  if (comment.includes("\n") || position.indent > 0) rendering.proven = false;
  return `${margin}// ${comment}\n`;
}

/** Description of a schema, or its title where titles are shown and there is no description. */
function commentText(rendering: Rendering, schema: JsonObject): string {
  const description = trimLines(asString(own(schema, "description")) ?? "");
  if (description !== "" || rendering.style !== "2025") return description;
  return trimLines(asString(own(schema, "title")) ?? "");
}

/** Every line without the white space around it, as the o200k models are shown descriptions. */
export function trimLines(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
}

function defaultComment(rendering: Rendering, schema: JsonObject): string {
  const value = own(schema, "default");
  if (rendering.style === "2023" || value === undefined || value === null) return "";
  if (typeof value !== "boolean") rendering.proven = false;
  return ` // default: ${JSON.stringify(value)}`;
}

function renderType(rendering: Rendering, unresolved: JsonObject, position: Position): string {
  rendering.nodes++;
  if (position.depth > deepest || rendering.nodes > mostNodes) return unproven(rendering, "any");
  const schema = resolve(rendering, unresolved);
  checkKeywords(rendering, schema);
  const choices = own(schema, "enum");
  if (Array.isArray(choices)) return unproven(rendering, literals(choices));
  const union = [...asArray(own(schema, "anyOf")), ...asArray(own(schema, "oneOf"))];
  if (union.length > 0) return unproven(rendering, renderUnion(rendering, union, position));
  const constant = own(schema, "const");
  if (constant !== undefined && rendering.style !== "2023") return unproven(rendering, JSON.stringify(constant));
  const type = own(schema, "type");
  if (!Array.isArray(type)) return renderNamed(rendering, schema, position);
  const alternatives = type.map((each): JsonObject => ({ ...schema, type: each }));
  return unproven(rendering, renderUnion(rendering, alternatives, position));
}

/** Keywords that billed tool schemas hold. `$schema` is let through beside them: it names the dialect and is never shown. */
const billedKeywords = new Set([
  "type",
  "properties",
  "required",
  "items",
  "description",
  "default",
  "$defs",
  "$schema",
  "additionalProperties",
]);

function checkKeywords(rendering: Rendering, schema: JsonObject): void {
  const isClosed = typeof (own(schema, "additionalProperties") ?? false) === "boolean";
  if (!isClosed || !Object.keys(schema).every((keyword) => billedKeywords.has(keyword))) rendering.proven = false;
}

function renderUnion(rendering: Rendering, alternatives: readonly JsonValue[], position: Position): string {
  const inner = { ...position, depth: position.depth + 1 };
  return alternatives.map((each) => renderType(rendering, asObject(each) ?? {}, inner)).join(" | ");
}

function renderNamed(rendering: Rendering, schema: JsonObject, position: Position): string {
  switch (own(schema, "type")) {
    case "string":
    case "boolean":
    case "number":
      return asString(own(schema, "type")) ?? "any";
    case "integer":
      return "number";
    case "null":
      return unproven(rendering, "null");
    case "array":
      return renderArray(rendering, schema, position);
    case "object":
      return renderObject(rendering, schema, position);
    default:
      return asObject(own(schema, "properties")) === undefined
        ? unproven(rendering, "any")
        : renderObject(rendering, schema, position);
  }
}

function renderArray(rendering: Rendering, schema: JsonObject, position: Position): string {
  const items = asObject(own(schema, "items"));
  if (items === undefined) return unproven(rendering, "any[]");
  return `${renderType(rendering, items, { ...position, depth: position.depth + 1 })}[]`;
}

function renderObject(rendering: Rendering, schema: JsonObject, position: Position): string {
  const inner = { indent: position.indent + 2, depth: position.depth + 1 };
  const closing = rendering.style === "2023" ? "" : " ".repeat(position.indent);
  return `{\n${renderProperties(rendering, schema, inner)}\n${closing}}`;
}

function literals(values: readonly JsonValue[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

/** The schema with local references followed; what stands beside the reference wins. */
function resolve(rendering: Rendering, schema: JsonObject): JsonObject {
  let current = schema;
  for (let hops = 0; hops < deepest; hops++) {
    const reference = asString(own(current, "$ref"));
    const target = reference === undefined ? undefined : referencedSchema(rendering.root, reference);
    if (target === undefined) return current;
    const { $ref: _followed, ...beside } = current;
    current = { ...target, ...beside };
  }
  return unprovenSchema(rendering);
}

function unproven(rendering: Rendering, text: string): string {
  rendering.proven = false;
  return text;
}

function unprovenSchema(rendering: Rendering): JsonObject {
  rendering.proven = false;
  return {};
}
