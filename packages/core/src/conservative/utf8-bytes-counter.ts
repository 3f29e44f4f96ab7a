import type { TokenCounter } from "../token-counter.ts";
import { utf8Length } from "./text-symbols.ts";

/**
 * UTF-8 bytes, an upper bound on the tokens of every vocabulary that falls back to bytes and neither adds nor expands
 * characters. A lone surrogate is written as U+FFFD and has three. About three times the tokens of common text.
 */
export const utf8BytesCounter: TokenCounter = {
  id: "utf8_bytes",
  version: "1",
  exactness: "sound",
  unit: "tokens",
  count: countUtf8Bytes,
};

function countUtf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes++;
      continue;
    }
    const codePoint = text.codePointAt(index) ?? unit;
    bytes += utf8Length(codePoint);
    if (codePoint > 0xffff) index++;
  }
  return bytes;
}
