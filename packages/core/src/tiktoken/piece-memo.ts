import { hashBytes, sameBytes, wordSlack } from "./byte-string.ts";
import type { ClassifiedText } from "./classified-text.ts";

/** Tokens of the `length` bytes of the text at `start`. */
export type PieceCounter = (start: number, length: number) => number;

const slotBits = 15;
const arenaBytes = 1 << 20;

/**
 * Remembers what `count` said, by the bytes of the piece. Of fixed size (1.5 MB): a newer piece takes the place of an
 * older one with the same slot, and all are forgotten when their bytes have filled the arena. Equal pieces
 * have equal counts, so what happens to be remembered never shows in a result.
 */
export function memoizePieces(text: ClassifiedText, count: PieceCounter): PieceCounter {
  // Four numbers a slot: hash, where the bytes lie, length (0: empty), count.
  const slots = new Int32Array(4 << slotBits);
  const arena = new Uint8Array(arenaBytes + wordSlack);
  const arenaView = new DataView(arena.buffer);
  let arenaLength = 0;

  function store(start: number, length: number): number {
    if (arenaLength + length > arenaBytes) {
      slots.fill(0);
      arenaLength = 0;
    }
    const offset = arenaLength;
    for (let at = 0; at < length; at++) arena[arenaLength++] = text.bytes[start + at] ?? 0;
    return offset;
  }

  return (start, length) => {
    const { view } = text;
    const hash = hashBytes(view, start, length);
    const slot = (hash >>> (32 - slotBits)) << 2;
    const isKnown = slots[slot] === hash && slots[slot + 2] === length;
    if (isKnown && sameBytes({ view, start, length }, arenaView, slots[slot + 1] ?? 0)) return slots[slot + 3] ?? 0;
    const counted = count(start, length);
    slots[slot + 1] = store(start, length);
    slots[slot] = hash;
    slots[slot + 2] = length;
    slots[slot + 3] = counted;
    return counted;
  };
}
