/** Numbers that look random and are the same on every machine. */
export interface SeededRandom {
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: 32 bits of state, good enough to choose test texts. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("Nothing to pick from.");
      return item;
    },
  };
}
