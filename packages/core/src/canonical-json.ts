import { PlimsollError } from "./errors.ts";
import type { JsonValue } from "./outbound-request.ts";

const maximumDepth = 256;

/**
 * RFC 8785 canonical text of a JSON value: keys sorted by UTF-16 units, numbers and strings as ECMAScript writes them.
 *
 * @throws PlimsollError `invalid_request` naming the place, for cycles, nesting over 256 levels, and values JSON has no form for.
 */
export function canonicalJson(value: JsonValue, place: string): string {
  return write(checkedJson(value, place));
}

/**
 * JSON text of a value with its keys in their own order: what a client's serializer sends.
 *
 * @throws PlimsollError `invalid_request`, as {@link canonicalJson}.
 */
export function jsonText(value: JsonValue, place: string): string {
  return JSON.stringify(checkedJson(value, place));
}

function write(value: JsonValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(write).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${write(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}

/** Returns the value unchanged once every part of it is known to be JSON. */
function checkedJson(value: JsonValue, place: string): JsonValue {
  check(value, place, []);
  return value;
}

function check(value: unknown, place: string, ancestors: readonly object[]): void {
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  if (typeof value !== "object") throw notJson(place, typeof value === "number" ? String(value) : `a ${typeof value}`);
  if (ancestors.includes(value)) throw notJson(place, "a reference to one of its own parents (a cycle)");
  if (ancestors.length >= maximumDepth) throw notJson(place, `nesting deeper than ${maximumDepth} levels`);
  const path = [...ancestors, value];
  if (Array.isArray(value)) value.forEach((item, index) => check(item, `${place}[${index}]`, path));
  else for (const [key, member] of Object.entries(value)) check(member, `${place}.${key}`, path);
}

function notJson(place: string, found: string): PlimsollError {
  return new PlimsollError(
    "invalid_request",
    `${place} holds ${found}, which has no JSON form; pass plain JSON values there.`,
    {
      details: { place },
    },
  );
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
