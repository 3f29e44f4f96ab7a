import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * Hashing port: synchronous, so that the compiler stays a plain function. Both functions see the text as UTF-8
 * with lone surrogates replaced by U+FFFD, the same bytes the counters see.
 */
export interface Digest {
  /** Lower-case hexadecimal SHA-256 of the text's UTF-8 bytes. */
  sha256(text: string): string;
  /** Number of UTF-8 bytes of the text. */
  byteLength(text: string): number;
}

/** Runs everywhere, in pure JavaScript; `@plimsoll/core/node` has the native one, about ten times as fast. */
export const pureDigest: Digest = {
  sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  byteLength: utf8ByteLength,
};

/** UTF-8 bytes of a text; three for a lone surrogate (U+FFFD). */
export function utf8ByteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isSurrogatePairAt(text, index)) {
      bytes += 2;
      index++;
    } else bytes += 2;
  }
  return bytes;
}

function isSurrogatePairAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
