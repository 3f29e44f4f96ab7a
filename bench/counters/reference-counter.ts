import { get_encoding } from "tiktoken";

/** Counts with OpenAI's own tokenizer (Rust, as WASM): what exact means. Quadratic on unbroken runs: keep them short. */
export function createReferenceCounter(encoding: "o200k_base" | "cl100k_base"): (text: string) => number {
  const reference = get_encoding(encoding);
  return (text) => reference.encode_ordinary(text).length;
}
