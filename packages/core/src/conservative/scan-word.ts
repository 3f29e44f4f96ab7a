import { blockUnit, type EstimatorTables, wordLetters } from "./estimator-tables.ts";
import { blockOf, letterKind, symbolCount, symbolOf } from "./text-symbols.ts";

/** Strangeness at the start of a text, before any word has been seen. */
const neutralStrangeness = 11_000;

/** What the scan carries from one word to the next, and what it found out about the last one. */
export interface WordScan {
  readonly tables: EstimatorTables;
  /** Letters of the last word. */
  letters: number;
  /** Bytes beyond one a letter. */
  extraBytes: number;
  /** Summed costs of its letters after the first. */
  pairCost: number;
  /** Symbol of its last letter. */
  lastSymbol: number;
  /** Running mean of the cost of an inner letter over about the last hundred letters, in 1/256 cost units. */
  strangeness: number;
}

/** A scan at the start of a text. */
export function startWordScan(tables: EstimatorTables): WordScan {
  return { tables, letters: 0, extraBytes: 0, pairCost: 0, lastSymbol: 0, strangeness: neutralStrangeness };
}

/**
 * Reads the word that begins at `start`, where a Latin letter stands, and returns the index behind it. A word ends after
 * {@link wordLetters} letters and before an upper-case letter that follows a lower-case one.
 */
export function scanWord(text: string, start: number, scan: WordScan): number {
  const { pairs, blocks } = scan.tables;
  const limit = Math.min(text.length, start + wordLetters);
  const first = text.charCodeAt(start);
  let symbol = symbolOf(first);
  let kind = letterKind(first);
  let pairCost = 0;
  let extraBytes = first < 0x80 ? 0 : first < 0x800 ? 1 : 2;
  let index = start + 1;
  for (; index < limit; index++) {
    const unit = text.charCodeAt(index);
    const nextKind = letterKind(unit);
    if (nextKind === 0 || (nextKind === 2 && kind === 1)) break;
    const next = symbolOf(unit);
    if (unit < 0x80) {
      pairCost += pairs[symbol * symbolCount + next] ?? 0;
    } else {
      pairCost += (blocks[blockOf(unit)] ?? 0) * blockUnit;
      extraBytes += unit < 0x800 ? 1 : 2;
    }
    symbol = next;
    kind = nextKind;
  }
  scan.letters = index - start;
  scan.extraBytes = extraBytes;
  scan.pairCost = pairCost;
  scan.lastSymbol = symbol;
  return index;
}

/** Lets the last word into the running mean; called after the word has been priced by what came before it. */
export function rememberWord(scan: WordScan): void {
  if (scan.letters < 2) return;
  const mean = Math.floor((scan.pairCost * 256) / (scan.letters - 1));
  scan.strangeness += ((mean - scan.strangeness) * scan.letters) >> 7;
}
