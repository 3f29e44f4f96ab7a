/** A copy of plain data that later edits of the original do not reach. Strings are shared, so it costs little. */
export function snapshotOf<T>(value: T): T {
  return copy(value, 0) as T;
}

/** Whether two plain values are equal, key order included. Cheap where strings are the same string. */
export function samePlainData(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left)) return Array.isArray(right) && sameLists(left, right);
  return !Array.isArray(right) && sameRecords(left as PlainRecord, right as PlainRecord);
}

type PlainRecord = Readonly<Record<string, unknown>>;

/** Cycles and absurd depths end here; what reads the data reports them as an error. */
const maximumDepth = 300;

function copy(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > maximumDepth) return value;
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  const target: Record<string, unknown> = {};
  for (const key of Object.keys(value)) target[key] = copy((value as PlainRecord)[key], depth + 1);
  return target;
}

function sameLists(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (!samePlainData(left[index], right[index])) return false;
  return true;
}

function sameRecords(left: PlainRecord, right: PlainRecord): boolean {
  const keys = Object.keys(left);
  const others = Object.keys(right);
  if (keys.length !== others.length) return false;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    if (key !== others[index] || !samePlainData(left[key], right[key])) return false;
  }
  return true;
}
