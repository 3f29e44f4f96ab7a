const digitOfCode = new Int8Array(128).fill(-1);
for (const [digit, char] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  digitOfCode[char.charCodeAt(0)] = digit;
}
digitOfCode["-".charCodeAt(0)] = 62;
digitOfCode["_".charCodeAt(0)] = 63;

/** Reads single bytes of base64 text without decoding the rest. */
export interface ByteReader {
  /** Bytes in the payload, padding left out. */
  readonly length: number;
  /** The byte at `index`; NaN beyond the end or where the text is not base64. */
  at(index: number): number;
}

/** A reader over unbroken base64 (standard or URL-safe alphabet, padding optional). */
export function base64Reader(text: string): ByteReader {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 61) end--;
  return {
    length: Math.floor((end * 3) / 4),
    at(index: number): number {
      const bit = index * 8;
      const first = Math.floor(bit / 6);
      if (index < 0 || first + 1 >= end) return Number.NaN;
      const high = digitAt(text, first);
      const low = digitAt(text, first + 1);
      if (high < 0 || low < 0) return Number.NaN;
      return (((high << 6) | low) >> (4 - (bit % 6))) & 0xff;
    },
  };
}

function digitAt(text: string, index: number): number {
  return digitOfCode[text.charCodeAt(index)] ?? -1;
}
