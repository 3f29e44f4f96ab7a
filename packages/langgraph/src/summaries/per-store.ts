import type { SummaryStore } from "@plimsoll/core";

/** A value for each store object, for as long as the store lives: whoever shares a store shares it. */
export function perStore<T>(make: () => T): (store: SummaryStore) => T {
  const values = new WeakMap<SummaryStore, { readonly value: T }>();
  return (store) => {
    const known = values.get(store) ?? { value: make() };
    values.set(store, known);
    return known.value;
  };
}

/** A map that forgets. */
export type BoundedMap<K, V> = Pick<Map<K, V>, "get" | "has" | "delete"> & { set(key: K, value: V): void };

/** A map of at most so many entries; the one set longest ago goes first. */
export function boundedMap<K, V>(maximum: number): BoundedMap<K, V> {
  const entries = new Map<K, V>();
  return {
    get: (key) => entries.get(key),
    has: (key) => entries.has(key),
    delete: (key) => entries.delete(key),
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      const oldest = entries.keys().next();
      if (entries.size > maximum && oldest.done !== true) entries.delete(oldest.value);
    },
  };
}
