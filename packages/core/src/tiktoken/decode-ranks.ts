import { PlimsollError } from "../errors.ts";
import { wordSlack } from "./byte-key.ts";

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
/** Marks a character outside the base64 alphabet; no value has this bit. */
const invalid = 0x40;

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
  let length = offsets[target.tokenCount] ?? 0;
  for (let at = from; at < line.length; at += 4) {
    if (line.charCodeAt(at) === blank) {
      offsets[++target.tokenCount] = length;
      at++;
    }
    const third = line.charCodeAt(at + 2);
    const fourth = line.charCodeAt(at + 3);
    const a = values[line.charCodeAt(at)] ?? invalid;
    const b = values[line.charCodeAt(at + 1)] ?? invalid;
    const c = values[third] ?? invalid;
    const d = values[fourth] ?? invalid;
    if (((a | b | c | d) & invalid) !== 0) throw malformed(line.slice(at, at + 4));
    tokenBytes[length++] = (a << 2) | (b >> 4);
    if (third !== padding) tokenBytes[length++] = (b << 4) | (c >> 2);
    if (fourth !== padding) tokenBytes[length++] = (c << 6) | d;
  }
  offsets[++target.tokenCount] = length;
}

function base64Values(): Uint8Array {
  const values = new Uint8Array(128).fill(invalid);
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
