/**
 * Writes packages/core/src/conservative/estimator-tables.generated.ts.
 *
 *   node --import tsx scripts/train-conservative-counter.ts CORPUS
 *
 * CORPUS holds one folder of UTF-8 text files for each name in `weights`. Not part of any build: the tables are
 * committed, and docs/conservative-counter.md says what they were trained on.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { get_encoding, type Tiktoken } from "tiktoken";
import {
  blockUnit,
  type EstimatorTables,
  rarityOf,
  tokenUnit,
  wordEntries,
  wordIndex,
} from "../packages/core/src/conservative/estimator-tables.ts";
import { rememberWord, scanWord, startWordScan } from "../packages/core/src/conservative/scan-word.ts";
import {
  backslash,
  blockCount,
  blockOf,
  escapeSymbol,
  isEscapeLetter,
  letterKind,
  lineBreak,
  pairRows,
  repeatLength,
  repeatRow,
  symbolCount,
  symbolOf,
  utf8Length,
} from "../packages/core/src/conservative/text-symbols.ts";

/** Weight of one character of each kind of text; what is not natural text weighs little. */
const weights: Readonly<Record<string, number>> = { typical: 1, lang: 2, script: 1, data: 0.5, hostile: 0.1 };
/** Imagined sightings of every entry at its worst price, so that what was never seen is dear. */
const priorPairs = 1;
const priorBlocks = 4;
const priorWords = 3;
/** Blocks are priced above their mean: code points of one block differ more than pairs of one entry do. */
const blockSafety = 1.3;
/** A file has its own mean for an entry from this many words on. */
const fewestWords = 8;

interface Sample {
  readonly text: string;
  readonly weight: number;
  /** At each UTF-16 index where a code point begins: tokens that begin inside it, in the encoding that has more. */
  readonly begun: Uint8Array;
}

/** Weighted mean per table entry. */
interface Tally {
  readonly hits: Float64Array;
  readonly seen: Float64Array;
}

const createTally = (size: number): Tally => ({ hits: new Float64Array(size), seen: new Float64Array(size) });

function add(tally: Tally, index: number, [weight, hits]: readonly [number, number]): void {
  tally.seen[index] = (tally.seen[index] ?? 0) + weight;
  tally.hits[index] = (tally.hits[index] ?? 0) + weight * hits;
}

function tokenLengths(encoding: Tiktoken, text: string, known: Map<number, number>): number[] {
  return [...encoding.encode_ordinary(text)].map((token) => {
    const length = known.get(token) ?? encoding.decode_single_token_bytes(token).length;
    known.set(token, length);
    return length;
  });
}

/** Tokens that begin inside each code point. */
function tokensBegun(text: string, lengths: readonly number[]): Uint8Array {
  const begun = new Uint8Array(text.length);
  let token = 0;
  let tokenStart = 0;
  let byte = 0;
  for (let index = 0; index < text.length; index++) {
    const codePoint = text.codePointAt(index) ?? 0;
    const end = byte + utf8Length(codePoint);
    for (; token < lengths.length && tokenStart < end; token++) {
      begun[index] = (begun[index] ?? 0) + 1;
      tokenStart += lengths[token] ?? 0;
    }
    byte = end;
    if (codePoint > 0xffff) index++;
  }
  return begun;
}

function loadSamples(folder: string): Sample[] {
  const encodings = (["cl100k_base", "o200k_base"] as const).map((name) => ({
    encoding: get_encoding(name),
    known: new Map<number, number>(),
  }));
  const samples: Sample[] = [];
  for (const [kind, weight] of Object.entries(weights)) {
    for (const file of readdirSync(join(folder, kind)).toSorted()) {
      const text = readFileSync(join(folder, kind, file), "utf8");
      const [first, second] = encodings.map((each) => tokensBegun(text, tokenLengths(each.encoding, text, each.known)));
      if (first === undefined || second === undefined) continue;
      samples.push({ text, weight, begun: first.map((value, index) => Math.max(value, second[index] ?? 0)) });
    }
  }
  return samples;
}

function trainCharacters(samples: readonly Sample[]): { readonly pairs: Uint8Array; readonly blocks: Uint8Array } {
  const pairs = createTally(pairRows * symbolCount);
  const blocks = createTally(blockCount);
  for (const { text, weight, begun } of samples) {
    let symbol = lineBreak;
    let run = 0;
    for (let index = 0; index < text.length; index++) {
      const codePoint = text.codePointAt(index) ?? 0;
      const next = symbolOf(codePoint);
      const block = blockOf(codePoint);
      const seen = [weight, begun[index] ?? 0] as const;
      run = next === symbol ? run + 1 : 1;
      const row = run > repeatLength ? repeatRow : symbol;
      if (codePoint < 0x80) add(pairs, row * symbolCount + next, seen);
      else if (block >= 0) add(blocks, block, seen);
      symbol = symbol === backslash && isEscapeLetter(codePoint) ? escapeSymbol : next;
      if (codePoint > 0xffff) index++;
    }
  }
  return { pairs: pricePairs(pairs), blocks: priceBlocks(blocks) };
}

function pricePairs({ hits, seen }: Tally): Uint8Array {
  return Uint8Array.from(hits, (hit, index) =>
    Math.round((tokenUnit * (hit + priorPairs)) / ((seen[index] ?? 0) + priorPairs)),
  );
}

function priceBlocks({ hits, seen }: Tally): Uint8Array {
  const worst = new Uint8Array(blockCount);
  for (let codePoint = 0x80; codePoint < 0x20000; codePoint++) {
    const block = blockOf(codePoint);
    if (block >= 0) worst[block] = utf8Length(codePoint);
  }
  return worst.map((most, block) => {
    const mean = ((hits[block] ?? 0) + priorBlocks * most) / ((seen[block] ?? 0) + priorBlocks);
    return Math.ceil((Math.min(most, mean * blockSafety) * tokenUnit) / blockUnit);
  });
}

interface WordTallies {
  /** Tokens that begin behind the first letter, over all words. */
  readonly words: Tally;
  /** The summed pair costs of the same words, in tokens. */
  readonly prices: Tally;
  /** Means of the files, and the squares of those. */
  readonly means: Tally;
  readonly squares: Tally;
}

function trainWords(samples: readonly Sample[], characters: Pick<EstimatorTables, "pairs" | "blocks">): Uint16Array {
  const tables: EstimatorTables = { ...characters, words: new Uint16Array(wordEntries) };
  const tallies: WordTallies = {
    words: createTally(wordEntries),
    prices: createTally(wordEntries),
    means: createTally(wordEntries),
    squares: createTally(wordEntries),
  };
  for (const sample of samples) addWords(sample, tables, tallies);
  return Uint16Array.from({ length: wordEntries }, (_, entry) => Math.round(tokenUnit * priceWord(entry, tallies)));
}

function addWords({ text, weight, begun }: Sample, tables: EstimatorTables, tallies: WordTallies): void {
  const own = createTally(wordEntries);
  const scan = startWordScan(tables);
  for (let index = 0; index < text.length;) {
    const isEscaped = text.charAt(index - 1) === "\\" && isEscapeLetter(text.charCodeAt(index));
    if (isEscaped || letterKind(text.charCodeAt(index)) === 0) {
      index++;
      continue;
    }
    const start = index;
    index = scanWord(text, start, scan);
    const entry = wordIndex(scan.letters, scan.pairCost, scan.strangeness);
    const inner = begun.subarray(start + 1, index).reduce((sum, value) => sum + value, 0);
    add(tallies.words, entry, [weight, inner]);
    add(tallies.prices, entry, [weight, scan.pairCost / tokenUnit]);
    add(own, entry, [1, inner]);
    rememberWord(scan);
  }
  for (const [entry, seen] of own.seen.entries()) {
    if (seen < fewestWords) continue;
    const mean = (own.hits[entry] ?? 0) / seen;
    add(tallies.means, entry, [weight * seen, mean]);
    add(tallies.squares, entry, [weight * seen, mean ** 2]);
  }
}

/** Mean plus one deviation between files, so that a language or topic that runs dearer is covered too. */
function priceWord(entry: number, { words, prices, means, squares }: WordTallies): number {
  const seen = words.seen[entry] ?? 0;
  // Where few words were seen the pair costs themselves decide; where none were, the dear end of the rarity level.
  const imagined = seen > 0 ? (prices.hits[entry] ?? 0) / seen : rarityOf(entry);
  const mean = ((words.hits[entry] ?? 0) + priorWords * imagined) / (seen + priorWords);
  const perFile = means.seen[entry] ?? 0;
  if (perFile === 0) return mean;
  const variance = (squares.hits[entry] ?? 0) / perFile - ((means.hits[entry] ?? 0) / perFile) ** 2;
  return mean + Math.sqrt(Math.max(0, variance));
}

function quote(name: string, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("base64").replace(/=+$/, "");
  const lines = text.match(/.{1,112}/g) ?? [];
  return `export const ${name}: string = [\n${lines.map((line) => `  "${line}",\n`).join("")}].join("");\n`;
}

function main(folder: string): void {
  const samples = loadSamples(folder);
  const { pairs, blocks } = trainCharacters(samples);
  const words = trainWords(samples, { pairs, blocks });
  const wordBytes = Uint8Array.from([...words].flatMap((word) => [word >> 8, word & 0xff]));
  const hash = createHash("sha256").update(pairs).update(blocks).update(wordBytes).digest("hex").slice(0, 12);
  const source = [
    "// Generated by scripts/train-conservative-counter.ts. Do not edit.\n",
    `/** First digits of the SHA-256 over the decoded tables; part of the counter's version. */\nexport const tablesHash = "${hash}";\n`,
    "/** Base64: a byte for each pair of symbols. */\n" + quote("pairCosts", pairs),
    "/** Base64: a byte for each block of code points. */\n" + quote("blockCosts", blocks),
    "/** Base64: two bytes for each word entry, the high one first. */\n" + quote("wordCosts", wordBytes),
  ].join("\n");
  writeFileSync(new URL("../packages/core/src/conservative/estimator-tables.generated.ts", import.meta.url), source);
}

const [corpus] = process.argv.slice(2);
if (corpus === undefined) throw new Error("usage: train-conservative-counter.ts <corpus folder>");
main(corpus);
