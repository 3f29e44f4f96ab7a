import type { JsonValue } from "../outbound-request.ts";

/** A JSON object, keys in the order in which they are sent. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** `value` as a JSON object; `undefined` for anything else (null and arrays included). */
export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !isArray(value) ? value : undefined;
}

/** `value` as a JSON array; empty for anything else. */
export function asArray(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

/** `value` as a string; `undefined` for anything else. */
export function asString(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The property's own value; nothing inherited, so `constructor` and `__proto__` are ordinary names. */
export function own(object: JsonObject | undefined, key: string): JsonValue | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
