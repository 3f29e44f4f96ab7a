/**
 * What plain data looked like when it was read, in one flat list: an in-place edit no longer passes it. Flat and
 * compared without allocating, because it is compared for every message of every request. Strings are shared.
 */
export type PlainGuard = readonly unknown[];

const list = Symbol("list");
const record = Symbol("record");
const end = Symbol("end");

/** Deeper values are compared by reference; what reads the data refuses such depths. */
const maximumDepth = 300;

/** Adds a value to a guard; key order is part of it. A cycle is closed by reference; what reads the data refuses it. */
export function appendGuard(guard: unknown[], value: unknown, ancestors: readonly object[] = []): void {
  if (typeof value !== "object" || value === null || ancestors.length > maximumDepth || ancestors.includes(value)) {
    guard.push(value);
    return;
  }
  const path = [...ancestors, value];
  if (Array.isArray(value)) {
    guard.push(list, value.length);
    for (const item of value) appendGuard(guard, item, path);
    return;
  }
  guard.push(record);
  for (const key in value) {
    guard.push(key);
    appendGuard(guard, (value as Readonly<Record<string, unknown>>)[key], path);
  }
  guard.push(end);
}

/** Where the next value's guard starts if `value` still equals the guard at `start`, else -1. */
export function passGuard(guard: PlainGuard, start: number, value: unknown): number {
  if (start < 0) return -1;
  const expected = guard[start];
  if (expected === value) return start + 1;
  if (expected === list)
    return Array.isArray(value) && guard[start + 1] === value.length ? passList(guard, start + 2, value) : -1;
  if (expected === record)
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? passRecord(guard, start + 1, value)
      : -1;
  return Object.is(expected, value) ? start + 1 : -1;
}

function passList(guard: PlainGuard, start: number, items: readonly unknown[]): number {
  let next = start;
  for (let index = 0; index < items.length && next >= 0; index++) next = passGuard(guard, next, items[index]);
  return next;
}

function passRecord(guard: PlainGuard, start: number, value: object): number {
  let next = start;
  for (const key in value) {
    if (guard[next] !== key) return -1;
    next = passGuard(guard, next + 1, (value as Readonly<Record<string, unknown>>)[key]);
    if (next < 0) return -1;
  }
  return guard[next] === end ? next + 1 : -1;
}
