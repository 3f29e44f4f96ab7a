/**
 * Keys of byte strings for hash tables. A string of up to eight bytes is its own key, in two 32-bit halves: equal keys of
 * equal length are equal strings. A longer string is keyed by a hash, and its bytes have to be compared.
 * Everything here reads whole words, so a view must reach {@link wordSlack} bytes beyond what it holds.
 */
export const longestPackedKey = 8;

/** Bytes that must be readable behind the last byte of any string. */
export const wordSlack = 8;

/** First half of the key of the `length` bytes at `start`: the first four, or the hash of a long string. */
export function keyLow(view: DataView, start: number, length: number): number {
  if (length > longestPackedKey) return hashBytes(view, start, length);
  const word = view.getInt32(start, true);
  return length < 4 ? word & lastWordMask(length) : word;
}

/** Second half of the key: bytes five to eight, or 0 where there are none and for a long string. */
export function keyHigh(view: DataView, start: number, length: number): number {
  if (length <= 4 || length > longestPackedKey) return 0;
  return view.getInt32(start + 4, true) & lastWordMask(length);
}

/** Bytes somewhere in a view. */
interface ByteString {
  readonly view: DataView;
  readonly start: number;
  readonly length: number;
}

/** Whether a string of more than four bytes also lies at `start` of `view`. */
export function sameBytes(string: ByteString, view: DataView, start: number): boolean {
  const last = string.length - 4;
  for (let at = 0; at < last; at += 4) {
    if (view.getInt32(start + at, true) !== string.view.getInt32(string.start + at, true)) return false;
  }
  return view.getInt32(start + last, true) === string.view.getInt32(string.start + last, true);
}

/** Mixes a word into a hash; the high bits of the result are the best. */
export function mix(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/** The last word overlaps the one before it. */
function hashBytes(view: DataView, start: number, length: number): number {
  const last = start + length - 4;
  let hash = length;
  for (let at = start; at < last; at += 4) hash = mix(hash, view.getInt32(at, true));
  return mix(hash, view.getInt32(last, true));
}

/** Mask of the bytes that belong to a string of `length` bytes in the last word it reaches. */
function lastWordMask(length: number): number {
  return -1 >>> (-length << 3);
}
