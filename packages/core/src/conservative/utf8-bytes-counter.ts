import { utf8ByteLength } from "../digest.ts";
import type { TokenCounter } from "../token-counter.ts";

/**
 * UTF-8 bytes, an upper bound on the tokens of every vocabulary that falls back to bytes and neither adds nor expands
 * characters. A lone surrogate is written as U+FFFD and has three. About three times the tokens of common text.
 */
export const utf8BytesCounter: TokenCounter = {
  id: "utf8_bytes",
  version: "1",
  exactness: "sound",
  unit: "tokens",
  count: utf8ByteLength,
};
