/** Counts of a joined text's parts, filled from its first byte to its last. */
export interface PartShares {
  readonly counts: readonly number[];
  /** Where the part that owns the byte ends. Bytes must be asked for and added in ascending order. */
  endAt(byte: number): number;
  /** Adds to the part that owns the byte. */
  add(byte: number, tokens: number): void;
}

/** Shares for the UTF-8 bytes of `parts.join("")`, all 0. */
export function createPartShares(parts: readonly string[]): PartShares {
  const ends = partEnds(parts);
  const counts = parts.map(() => 0);
  let part = 0;
  const endAt = (byte: number): number => {
    while (part < ends.length - 1 && (ends[part] ?? 0) <= byte) part++;
    return ends[part] ?? 0;
  };
  return {
    counts,
    endAt,
    add: (byte, tokens) => {
      endAt(byte);
      counts[part] = (counts[part] ?? 0) + tokens;
    },
  };
}

/**
 * For each part, the bytes up to its end. A surrogate pair cut by a joint is one code point of the joined text; it
 * belongs to the part that holds its first half.
 */
function partEnds(parts: readonly string[]): readonly number[] {
  const joined = parts.join("");
  let index = 0;
  let units = 0;
  let bytes = 0;
  return parts.map((part) => {
    units += part.length;
    while (index < units) {
      const codePoint = joined.codePointAt(index) ?? 0;
      bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
      index += codePoint < 0x10000 ? 1 : 2;
    }
    return bytes;
  });
}
