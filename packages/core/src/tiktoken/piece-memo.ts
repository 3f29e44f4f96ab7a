import type { ClassifiedText } from "./classified-text.ts";
import { hashBytes } from "./hash-bytes.ts";

/** Tokens of the bytes of the text from `start` to `end`. */
export type PieceCounter = (start: number, end: number) => number;

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
  const arena = new Uint8Array(arenaBytes);
  let arenaLength = 0;

  function store(start: number, end: number): number {
    if (arenaLength + end - start > arenaBytes) {
      slots.fill(0);
      arenaLength = 0;
    }
    const offset = arenaLength;
    for (let at = start; at < end; at++) arena[arenaLength++] = text.bytes[at] ?? 0;
    return offset;
  }

  function isAt(offset: number, start: number, end: number): boolean {
    let at = start;
    while (at < end && text.bytes[at] === arena[offset + at - start]) at++;
    return at === end;
  }

  return (start, end) => {
    const hash = hashBytes(text.bytes, start, end);
    const slot = (hash >>> (32 - slotBits)) << 2;
    const isKnown = slots[slot] === hash && slots[slot + 2] === end - start;
    if (isKnown && isAt(slots[slot + 1] ?? 0, start, end)) return slots[slot + 3] ?? 0;
    const counted = count(start, end);
    slots[slot + 1] = store(start, end);
    slots[slot] = hash;
    slots[slot + 2] = end - start;
    slots[slot + 3] = counted;
    return counted;
  };
}
