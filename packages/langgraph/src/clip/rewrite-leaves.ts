/** Replaces every string inside plain data; keys, order and everything else stay. The same value where nothing changed. */
export function rewriteLeaves<V>(value: V, rewrite: (text: string) => string): V;
export function rewriteLeaves(value: unknown, rewrite: (text: string) => string): unknown {
  if (typeof value === "string") return rewrite(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => rewriteLeaves(item, rewrite));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlain(value)) return value;
  const before = Object.entries(value);
  const after = before.map(([key, member]) => [key, rewriteLeaves(member, rewrite)] as const);
  return after.some(([, member], index) => member !== before[index]?.[1]) ? Object.fromEntries(after) : value;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
