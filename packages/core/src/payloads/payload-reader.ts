import { PlimsollError } from "../errors.ts";
import type { JsonValue } from "../outbound-request.ts";

/** A JSON object of a request body. */
export interface PayloadObject {
  readonly [key: string]: JsonValue;
}

const deepest = 200;

/**
 * The request body as plain JSON.
 *
 * @throws PlimsollError `invalid_request` where the body is no object, or holds cycles, functions or non-finite numbers.
 */
export function readBody(body: unknown): PayloadObject {
  return readObject(readJson(body, "body", 0), "body", "the request body as it is sent to the provider");
}

/** `value` as an object. @throws PlimsollError `invalid_request` naming path, type and `remedy`. */
export function readObject(value: JsonValue | undefined, path: string, remedy: string): PayloadObject {
  if (isObject(value)) return value;
  throw refusal(path, value, { wanted: "an object", remedy: remedy });
}

/** `value` as an array; empty where absent or null. @throws PlimsollError `invalid_request` for anything else. */
export function readArray(value: JsonValue | undefined, path: string, remedy: string): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  if (isArray(value)) return value;
  throw refusal(path, value, { wanted: "an array", remedy: remedy });
}

/** The `messages` of a body of `api`. @throws PlimsollError `invalid_request` for anything but objects in an array. */
export function readMessages(body: PayloadObject, api: string): readonly PayloadObject[] {
  return readArray(body["messages"], "messages", `${api} takes an array of messages`).map((message, index) =>
    readObject(message, `messages[${index}]`, "a message is an object with role and content"),
  );
}

/** `value` as a string. @throws PlimsollError `invalid_request` for anything else. */
export function readString(value: JsonValue | undefined, path: string, remedy: string): string {
  if (typeof value === "string") return value;
  throw refusal(path, value, { wanted: "a string", remedy: remedy });
}

/** `value` where it is a string, else `undefined`. */
export function stringOr(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** `value` where it is an object, else `undefined`. */
export function objectOr(value: JsonValue | undefined): PayloadObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Whether `value` is an array. */
export function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The object without the named keys. */
export function without(object: PayloadObject, keys: readonly string[]): PayloadObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** A field for spreading: absent where the value is, so that optional fields stay absent. */
export function present<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
}

/** What was expected in a place, and what to do about it. */
export interface Expectation {
  readonly wanted: string;
  readonly remedy: string;
}

/** The error for a part of the body that cannot be read. Says path, type and remedy, never content. */
export function refusal(path: string, value: unknown, { wanted, remedy }: Expectation): PlimsollError {
  return new PlimsollError("invalid_request", `${path} is ${typeName(value)}, expected ${wanted}: ${remedy}.`, {
    details: { path, type: typeName(value) },
  });
}

function isObject(value: JsonValue | undefined): value is PayloadObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function readJson(value: unknown, path: string, depth: number): JsonValue {
  if (depth > deepest) throw refusal(path, value, { wanted: `at most ${deepest} levels`, remedy: "remove the cycle" });
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw refusal(path, value, { wanted: "a finite number", remedy: "JSON has no NaN or Infinity" });
    case "object":
      if (value === null) return null;
      if (Array.isArray(value))
        return value.map((item, index) => readJson(item ?? null, `${path}[${index}]`, depth + 1));
      return readRecord(value, path, depth);
    default:
      throw refusal(path, value, { wanted: "a JSON value", remedy: "pass the body as it is sent, parsed from JSON" });
  }
}

function readRecord(value: object, path: string, depth: number): PayloadObject {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, readJson(item, `${path}.${key}`, depth + 1)]));
}
