import { PlimsollError } from "../errors.ts";
import type { TokenCounter } from "../token-counter.ts";
import { createBytePairCounter } from "./byte-pair-counter.ts";
import type { PieceSplitter } from "./piece-splitter.ts";
import { cl100kPieceEnd } from "./piece-splitter-cl100k.ts";
import { o200kPieceEnd } from "./piece-splitter-o200k.ts";
import { selfCheck } from "./self-check.ts";

/** Encodings with an exact counter: `o200k_base` (gpt-4o and later), `cl100k_base` (gpt-4, gpt-3.5). */
export type TiktokenEncoding = "o200k_base" | "cl100k_base";

interface EncodingSource {
  readonly splitter: PieceSplitter;
  /** Tokens of the self-check text. */
  readonly selfCheckCount: number;
  readonly load: () => Promise<{ readonly default: { readonly bpe_ranks: string } }>;
}

const sources: Readonly<Record<TiktokenEncoding, EncodingSource>> = {
  o200k_base: {
    splitter: o200kPieceEnd,
    selfCheckCount: 386,
    load: () => import("js-tiktoken/ranks/o200k_base"),
  },
  cl100k_base: {
    splitter: cl100kPieceEnd,
    selfCheckCount: 473,
    load: () => import("js-tiktoken/ranks/cl100k_base"),
  },
};

const counters = new Map<TiktokenEncoding, Promise<TokenCounter>>();

/**
 * The exact counter of an encoding. Its ranks are imported on first use (offline, from js-tiktoken); every caller gets
 * the same counter. A load that fails is not remembered, so that the next call tries again.
 * Rejects with `invalid_options` for an encoding that is not listed, with `internal` when the ranks are not its ranks.
 */
export function loadTiktokenCounter(encoding: TiktokenEncoding): Promise<TokenCounter> {
  const known = counters.get(encoding);
  if (known !== undefined) return known;
  const loading = createCounter(encoding);
  counters.set(encoding, loading);
  loading.catch(() => counters.delete(encoding));
  return loading;
}

async function createCounter(encoding: TiktokenEncoding): Promise<TokenCounter> {
  const source = Object.hasOwn(sources, encoding) ? sources[encoding] : undefined;
  if (source === undefined) {
    const names = Object.keys(sources).join(" or ");
    throw new PlimsollError("invalid_options", `There is no encoding "${String(encoding)}"; use ${names}.`);
  }
  const ranks = await source.load();
  const counter = createBytePairCounter({ id: encoding, ranks: ranks.default.bpe_ranks, splitter: source.splitter });
  selfCheck(counter, source.selfCheckCount);
  return counter;
}
