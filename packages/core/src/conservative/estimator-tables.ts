import { blockCosts, pairCosts, wordCosts } from "./estimator-tables.generated.ts";

/** One token in the unit of every cost: costs are integers, 1/255 token each. */
export const tokenUnit = 255;

/** What the estimator knows; trained by `scripts/train-conservative-counter.ts`. */
export interface EstimatorTables {
  /** Cost of an ASCII character, at `row * symbolCount + symbol`: the odds that a token begins there. */
  readonly pairs: Uint8Array;
  /** Cost of a code point beyond ASCII by block, in units of {@link blockUnit}. */
  readonly blocks: Uint8Array;
  /** Cost of the letters after the first in a word, by {@link wordIndex}. */
  readonly words: Uint16Array;
}

/** A block cost of 255 is four tokens, the most that a code point can take. */
export const blockUnit = 4;

/** Letters of a word that are looked at together; a longer run is taken in parts. */
export const wordLetters = 16;

/** Steps of the summed pair cost, a third of a token each; rarer words share the last. */
const rarityLevels = 24;
const rarityPerToken = 3;
/** Steps of the strangeness, 4,096 each from {@link firstStrangeness} on: 0.06 token a letter. */
const strangenessLevels = 5;
const firstStrangeness = 6656;

/** Number of entries of the word table. */
export const wordEntries: number = wordLetters * rarityLevels * strangenessLevels;

/**
 * Entry of a word. `letters` (1 to {@link wordLetters}) and `pairCost`, the summed pair costs of its inner letters, say
 * how rare the word looks; `strangeness`, the running mean of the same per letter (in 1/256 cost units), tells the
 * language around it.
 */
export function wordIndex(letters: number, pairCost: number, strangeness: number): number {
  const rarity = Math.min(rarityLevels - 1, Math.floor((pairCost * rarityPerToken) / tokenUnit));
  const level = Math.max(0, Math.min(strangenessLevels - 1, (strangeness - firstStrangeness) >> 12));
  return ((letters - 1) * rarityLevels + rarity) * strangenessLevels + level;
}

/** Summed pair cost, in tokens, at the upper end of the rarity level of a word entry. */
export function rarityOf(entry: number): number {
  return ((Math.floor(entry / strangenessLevels) % rarityLevels) + 1) / rarityPerToken;
}

let tables: EstimatorTables | undefined;

/** The trained tables, decoded on first use (16 KB). */
export function estimatorTables(): EstimatorTables {
  tables ??= { pairs: decodeBase64(pairCosts), blocks: decodeBase64(blockCosts), words: decodeWords(wordCosts) };
  return tables;
}

/** Words take two bytes each, the high one first. */
function decodeWords(text: string): Uint16Array {
  const bytes = decodeBase64(text);
  return Uint16Array.from({ length: bytes.length >> 1 }, (_, index) => {
    return ((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0);
  });
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 without padding; written out because the core uses no host function. */
function decodeBase64(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length * 3) >> 2);
  let pending = 0;
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    pending = ((pending << 6) | digits.indexOf(text.charAt(index))) & 0xffff;
    if (index % 4 === 0) continue;
    const spare = 6 - 2 * (index % 4);
    bytes[length++] = pending >> spare;
  }
  return bytes;
}
