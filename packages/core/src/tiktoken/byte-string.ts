/**
 * Hashing and comparing byte strings by words of four bytes. A view must reach {@link wordSlack} bytes beyond what it
 * holds, since the last word of a short string is read whole and masked.
 */

/** Bytes that must be readable behind the last byte of any string. */
export const wordSlack = 8;

/** Bytes somewhere in a view. */
export interface ByteString {
  readonly view: DataView;
  readonly start: number;
  readonly length: number;
}

/** Hash of the `length` bytes at `start`; all bits are well mixed. */
export function hashBytes(view: DataView, start: number, length: number): number {
  const end = start + length;
  let hash = length;
  let at = start;
  for (; at + 4 <= end; at += 4) hash = mix(hash, view.getInt32(at, true));
  return mix(hash, view.getInt32(at, true) & lastWordMask(length));
}

/** Whether the same bytes also lie at `start` of `view`. */
export function sameBytes(string: ByteString, view: DataView, start: number): boolean {
  const { length } = string;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    if (view.getInt32(start + at, true) !== string.view.getInt32(string.start + at, true)) return false;
  }
  const difference = view.getInt32(start + at, true) ^ string.view.getInt32(string.start + at, true);
  return (difference & lastWordMask(length)) === 0;
}

/** Mixes a word into a hash. */
export function mix(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/** Mask of the bytes that remain of a string behind its last whole word: none to three. */
function lastWordMask(length: number): number {
  return (1 << ((length & 3) << 3)) - 1;
}
