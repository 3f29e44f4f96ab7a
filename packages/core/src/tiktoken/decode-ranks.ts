import { PlimsollError } from "../errors.ts";
import { wordSlack } from "./byte-string.ts";

/** The tokens of a rank text, in rank order. */
export interface DecodedRanks {
  /** The bytes of all tokens back to back, with room to read a word behind the last. */
  readonly tokenBytes: Uint8Array;
  /** Where each token begins; behind the last, where it ends. */
  readonly offsets: Uint32Array;
  tokenCount: number;
}

const blank = 0x20;
const padding = 0x3d;
/** Value of what is no base64 character: sets bits above the 24 of four characters, wherever it stands. */
const invalid = -1;

/**
 * Decodes a rank text: lines of `! firstRank token token …`, tokens in base64, ranks ascending. Ranks are renumbered
 * without gaps; that keeps their order, and order is all that merging asks for. Throws `invalid_options` otherwise.
 */
export function decodeRanks(rankText: string): DecodedRanks {
  // Four characters make at most three bytes, and no token is written with fewer than four and a blank.
  const target: DecodedRanks = {
    tokenBytes: new Uint8Array(((rankText.length * 3) >> 2) + wordSlack),
    offsets: new Uint32Array(Math.ceil(rankText.length / 5) + 2),
    tokenCount: 0,
  };
  let nextRank = 0;
  for (const line of rankText.split("\n")) {
    if (line === "") continue;
    const [header, rank] = /^! (\d+) /.exec(line) ?? [];
    const firstRank = Number(rank ?? Number.NaN);
    if (header === undefined || !(firstRank >= nextRank)) throw malformed(line.slice(0, 16));
    const before = target.tokenCount;
    decodeLine(line, header.length, target);
    nextRank = firstRank + target.tokenCount - before;
  }
  return target;
}

function decodeLine(line: string, from: number, target: DecodedRanks): void {
  const { tokenBytes, offsets } = target;
  const values = base64Values();
  // Bytes are read several times faster than the characters of a long string.
  const codes = new TextEncoder().encode(line);
  let length = offsets[target.tokenCount] ?? 0;
  for (let at = from; at < codes.length; at++) {
    // Four characters are three bytes; where padding stands, the surplus bytes are zeros to be overwritten.
    for (; at < codes.length && codes[at] !== blank; at += 4) {
      const bits =
        ((values[codes[at] ?? 0] ?? 0) << 18) |
        ((values[codes[at + 1] ?? 0] ?? 0) << 12) |
        ((values[codes[at + 2] ?? 0] ?? 0) << 6) |
        (values[codes[at + 3] ?? 0] ?? 0);
      if (bits >>> 24 !== 0) throw malformed(line.slice(at, at + 4));
      tokenBytes[length] = bits >> 16;
      tokenBytes[length + 1] = bits >> 8;
      tokenBytes[length + 2] = bits;
      length += 3;
    }
    if (codes[at - 1] === padding) length -= codes[at - 2] === padding ? 2 : 1;
    offsets[++target.tokenCount] = length;
  }
}

function base64Values(): Int32Array {
  const values = new Int32Array(256).fill(invalid);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  values[padding] = 0;
  return values;
}

function malformed(excerpt: string): PlimsollError {
  return new PlimsollError(
    "invalid_options",
    `The rank text is malformed at "${excerpt}"; expected "! firstRank token …".`,
  );
}
