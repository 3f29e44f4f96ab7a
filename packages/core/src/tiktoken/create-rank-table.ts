import { PlimsollError } from "../errors.ts";
import { mix } from "./hash-bytes.ts";
import { noRank, type RankTable, searchRank, tokenHead } from "./rank-table.ts";

/** A table and what it takes to fill it. */
interface TableInMaking {
  readonly table: { -readonly [Key in keyof RankTable]: RankTable[Key] };
  /** Value of every base64 character. */
  readonly values: Int32Array;
  /** Characters to be decoded, as bytes: these are read several times faster than the characters of a long string. */
  readonly codes: Uint8Array;
  /** Bytes of `table.tokens` that are filled. */
  length: number;
}

/**
 * Characters decoded at a time. Every stretch is a call of its own, since only a call begins to run code that has been
 * compiled meanwhile; and the bytes of a short stretch stay in the processor's cache.
 */
const stretch = 4096;
const blank = 0x20;
const padding = 0x3d;
/** Value of what is no base64 character: any such among four makes their bits negative. */
const invalid = -1;

/**
 * Builds the table from the rank text of a `js-tiktoken/ranks/*` module (2.3 MB for o200k_base, 1.1 MB for cl100k_base):
 * lines of `! firstRank token token …`, tokens in base64, ranks ascending. Ranks are renumbered without gaps; that keeps
 * their order, and order is all that merging asks for. Throws `invalid_options` when the text is malformed, has a token
 * of more than 255 bytes, or lacks a single byte, since then not every text has a count.
 */
export function createRankTable(rankText: string): RankTable {
  const making: TableInMaking = {
    table: emptyTable(rankText.length),
    values: base64Values(),
    codes: new Uint8Array(4 * stretch),
    length: 0,
  };
  let nextRank = 0;
  for (const line of rankText.split("\n")) {
    if (line === "") continue;
    const [header, rank] = /^! (\d+) /.exec(line) ?? [];
    const firstRank = Number(rank ?? Number.NaN);
    if (header === undefined || !(firstRank >= nextRank)) throw malformed(line.slice(0, 16));
    const before = making.table.tokenCount;
    readLine(making, line.slice(header.length));
    nextRank = firstRank + making.table.tokenCount - before;
  }
  refuseUnusable(making.table);
  return making.table;
}

function emptyTable(characters: number): TableInMaking["table"] {
  // A token takes at least four characters and a blank. So there is an empty slot behind every token; more than half
  // are empty with the tokens of the known encodings.
  const mostTokens = Math.ceil(characters / 5) + 1;
  const slotBits = Math.ceil(Math.log2(mostTokens + 1));
  // Four characters make at most three bytes.
  const tokens = new Uint8Array(tokenHead * mostTokens + 3 * Math.ceil(characters / 4));
  return {
    tokenCount: 0,
    longestToken: 0,
    tokens,
    entries: new Int32Array(2 ** slotBits),
    slotShift: 32 - slotBits,
    positionBits: Math.ceil(Math.log2(tokens.length)),
    pairRanks: new Int32Array(1 << 16).fill(noRank),
    fingerprint: 0,
  };
}

function base64Values(): Int32Array {
  const values = new Int32Array(256).fill(invalid);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  values[padding] = 0;
  return values;
}

function readLine(making: TableInMaking, line: string): void {
  const encoder = new TextEncoder();
  for (let from = 0, to = 0; from < line.length; from = to) {
    // A stretch ends behind a token.
    to = from + stretch < line.length ? line.lastIndexOf(" ", from + stretch) + 1 : line.length;
    if (to <= from) throw malformed(line.slice(from, from + 16));
    const { written } = encoder.encodeInto(line.slice(from, to), making.codes);
    making.codes.fill(blank, written, written + 4);
    readTokens(making, written);
  }
}

function readTokens(making: TableInMaking, size: number): void {
  const { table, values, codes } = making;
  const { tokens } = table;
  let end = making.length;
  for (let at = 0; at < size; at++) {
    const start = end + tokenHead;
    let hash = 0;
    end = start;
    do {
      const bits =
        ((values[codes[at] ?? 0] ?? 0) << 18) |
        ((values[codes[at + 1] ?? 0] ?? 0) << 12) |
        ((values[codes[at + 2] ?? 0] ?? 0) << 6) |
        (values[codes[at + 3] ?? 0] ?? 0);
      if (bits < 0) throw malformed(String.fromCharCode(...codes.subarray(at, at + 4)));
      hash = mix(hash, bits);
      tokens[end++] = bits >> 16;
      tokens[end++] = bits >> 8;
      tokens[end++] = bits;
      at += 4;
    } while (codes[at] !== blank);
    // Bytes that padding stands for are zeros, to be overwritten by the next token.
    if (codes[at - 1] === padding) end -= codes[at - 2] === padding ? 2 : 1;
    enter(table, { start, end, hash });
  }
  making.length = end;
}

function enter(table: TableInMaking["table"], { start, end, hash }: TokenPlace): void {
  const { tokens, entries, positionBits, pairRanks } = table;
  const rank = table.tokenCount++;
  const length = end - start;
  tokens[start - 4] = rank >> 16;
  tokens[start - 3] = rank >> 8;
  tokens[start - 2] = rank;
  tokens[start - 1] = length;
  const wrap = entries.length - 1;
  let slot = hash >>> table.slotShift;
  while (entries[slot] !== 0) slot = (slot + 1) & wrap;
  entries[slot] = (hash << positionBits) | start;
  if (length === 2) pairRanks[((tokens[start] ?? 0) << 8) | (tokens[start + 1] ?? 0)] = rank;
  if (length > table.longestToken) table.longestToken = length;
  table.fingerprint = mix(table.fingerprint, hash ^ length);
}

/** Where the bytes of a token lie in `table.tokens`, and their hash. */
interface TokenPlace {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

function refuseUnusable(table: RankTable): void {
  const { longestToken } = table;
  const text = { bytes: Uint8Array.from({ length: 256 }, (_, byte) => byte) };
  const missing = [...text.bytes].filter((byte) => searchRank({ table, text }, byte, byte + 1) === noRank).length;
  if (missing === 0 && longestToken <= 255) return;
  const message = `The ranks lack ${missing} of the 256 single bytes and have a token of ${longestToken} bytes; all are needed, and at most 255 can be.`;
  throw new PlimsollError("invalid_options", message, { details: { missing, longestToken } });
}

function malformed(excerpt: string): PlimsollError {
  return new PlimsollError(
    "invalid_options",
    `The rank text is malformed at "${excerpt}"; expected "! firstRank token …".`,
  );
}
