/** Encodings that every candidate is asked for. */
export const encodings = ["o200k_base", "cl100k_base"] as const;
export type EncodingName = (typeof encodings)[number];

/** Counts tokens, special-token text as ordinary text. */
export type CandidateCount = (text: string) => number | Promise<number>;

interface Candidate {
  /** npm package to be installed from `bench/peers`; absent for what the workspace has. */
  readonly peer?: string;
  /** Imports and builds the counter; undefined when it lacks the encoding. */
  readonly load: (encoding: EncodingName) => Promise<CandidateCount | undefined>;
}

/** What is compared, as fast as each can be called by its documentation. */
export const candidates: Readonly<Record<string, Candidate>> = {
  plimsoll: {
    load: async (encoding) => {
      const { loadTiktokenCounter } = await import("../../packages/core/src/tiktoken/load-tiktoken-counter.ts");
      return (await loadTiktokenCounter(encoding)).count;
    },
  },
  "js-tiktoken": {
    load: async (encoding) => {
      const { Tiktoken } = await import("js-tiktoken/lite");
      const tokenizer = new Tiktoken(await jsTiktokenRanks(encoding));
      return (text) => tokenizer.encode(text, [], []).length;
    },
  },
  "tiktoken (WASM)": {
    load: async (encoding) => {
      const { get_encoding } = await import("tiktoken");
      const tokenizer = get_encoding(encoding);
      return (text) => tokenizer.encode_ordinary(text).length;
    },
  },
  "gpt-tokenizer": { peer: "gpt-tokenizer", load: loadGptTokenizer },
  "ai-tokenizer": { peer: "ai-tokenizer", load: loadAiTokenizer },
  "@microsoft/tiktokenizer": { peer: "@microsoft/tiktokenizer", load: loadMicrosoftTokenizer },
  "@anysphere/tiktoken-node": { peer: "@anysphere/tiktoken-node", load: loadAnysphereTokenizer },
  "tiktoken-node": { peer: "tiktoken-node", load: loadTiktokenNode },
};

async function jsTiktokenRanks(encoding: EncodingName): Promise<JsTiktokenRanks> {
  const module =
    encoding === "o200k_base"
      ? await import("js-tiktoken/ranks/o200k_base")
      : await import("js-tiktoken/ranks/cl100k_base");
  return module.default;
}

interface JsTiktokenRanks {
  readonly pat_str: string;
  readonly special_tokens: Record<string, number>;
  readonly bpe_ranks: string;
}

/** A peer's module; its types are not installed with the workspace, so each caller states the little it uses. */
async function importPeer<Shape>(specifier: string): Promise<Shape> {
  return (await import(specifier)) as Shape;
}

async function loadGptTokenizer(encoding: EncodingName): Promise<CandidateCount> {
  interface Peer {
    countTokens(text: string, options: { allowedSpecial: Set<string>; disallowedSpecial: Set<string> }): number;
  }
  const { countTokens } = await importPeer<Peer>(`gpt-tokenizer/encoding/${encoding}`);
  const options = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, options);
}

async function loadAiTokenizer(encoding: EncodingName): Promise<CandidateCount> {
  interface Peer {
    Tokenizer: new (data: unknown) => { encode(text: string, allowed: string[], disallowed: string[]): number[] };
  }
  const { Tokenizer } = await importPeer<Peer>("ai-tokenizer");
  const tokenizer = new Tokenizer(await importPeer(`ai-tokenizer/encoding/${encoding}`));
  return (text) => tokenizer.encode(text, [], []).length;
}

/** Ships no ranks; it gets those of js-tiktoken, parsed into the map it takes. Parsing is part of its load. */
async function loadMicrosoftTokenizer(encoding: EncodingName): Promise<CandidateCount> {
  interface Peer {
    default: {
      createTokenizer(
        ranks: Map<Uint8Array, number>,
        special: Map<string, number>,
        pattern: string,
      ): { encode(text: string): number[] };
      getRegexByEncoder(encoding: string): string;
    };
  }
  const { default: peer } = await importPeer<Peer>("@microsoft/tiktokenizer");
  const ranks = new Map<Uint8Array, number>();
  for (const line of (await jsTiktokenRanks(encoding)).bpe_ranks.split("\n")) {
    const [, first, ...tokens] = line.split(" ");
    tokens.forEach((token, index) => ranks.set(Uint8Array.from(Buffer.from(token, "base64")), Number(first) + index));
  }
  const tokenizer = peer.createTokenizer(ranks, new Map(), peer.getRegexByEncoder(encoding));
  return (text) => tokenizer.encode(text).length;
}

async function loadAnysphereTokenizer(encoding: EncodingName): Promise<CandidateCount> {
  interface Peer {
    default: {
      getTokenizer(): { exactNumTokensNoSpecialTokens(text: string, encoding: number): Promise<number> };
      SupportedEncoding: { O200k: number; Cl100k: number };
    };
  }
  const { default: peer } = await importPeer<Peer>("@anysphere/tiktoken-node");
  const tokenizer = peer.getTokenizer();
  const id = encoding === "o200k_base" ? peer.SupportedEncoding.O200k : peer.SupportedEncoding.Cl100k;
  return (text) => tokenizer.exactNumTokensNoSpecialTokens(text, id);
}

async function loadTiktokenNode(encoding: EncodingName): Promise<CandidateCount | undefined> {
  if (encoding !== "cl100k_base") return undefined;
  interface Peer {
    default: { getEncoding(name: string): { encode(text: string): number[] } };
  }
  const { default: peer } = await importPeer<Peer>("tiktoken-node");
  const tokenizer = peer.getEncoding(encoding);
  return (text) => tokenizer.encode(text).length;
}
