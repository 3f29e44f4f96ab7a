import { blockUnit, estimatorTables, tokenUnit, wordIndex } from "./estimator-tables.ts";
import { rememberWord, scanWord, startWordScan, type WordScan } from "./scan-word.ts";
import {
  backslash,
  blockOf,
  escapeSymbol,
  isEscapeLetter,
  letterKind,
  lineBreak,
  repeatLength,
  repeatRow,
  symbolCount,
  symbolOf,
  utf8Length,
} from "./text-symbols.ts";

/** What one pass over a text yields. */
export interface TextEstimate {
  /** Expected tokens without those of digits, in 1/255 token, before any margin. */
  readonly cost: number;
  /** ASCII digits; each is one token at most. */
  readonly digits: number;
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
}

interface Pass {
  readonly scan: WordScan;
  symbol: number;
  /** How many of `symbol` stand in a row, words and digits left out. */
  run: number;
  cost: number;
  digits: number;
  bytes: number;
}

/**
 * Expected tokens and UTF-8 bytes of a text in one pass, integers throughout. Each UTF-16 unit is looked at twice at
 * most, whatever the text.
 */
export function estimateTokens(text: string): TextEstimate {
  const pass: Pass = {
    scan: startWordScan(estimatorTables()),
    symbol: lineBreak,
    run: 0,
    cost: 0,
    digits: 0,
    bytes: 0,
  };
  let index = 0;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (pass.symbol === backslash && isEscapeLetter(unit)) index = addEscape(unit, index, pass);
    else if (letterKind(unit) !== 0) index = addWord(text, index, pass);
    else if (isDigit(unit)) index = addDigits(text, index, pass);
    else index = addCharacter(text, index, pass);
  }
  return { cost: pass.cost, digits: pass.digits, bytes: pass.bytes };
}

function addEscape(unit: number, start: number, pass: Pass): number {
  addFirst(unit, pass);
  pass.bytes++;
  pass.symbol = escapeSymbol;
  return start + 1;
}

function addWord(text: string, start: number, pass: Pass): number {
  const { scan } = pass;
  addFirst(text.charCodeAt(start), pass);
  const end = scanWord(text, start, scan);
  pass.cost += scan.tables.words[wordIndex(scan.letters, scan.pairCost, scan.strangeness)] ?? 0;
  pass.bytes += scan.letters + scan.extraBytes;
  pass.symbol = scan.lastSymbol;
  rememberWord(scan);
  return end;
}

/** Cost of a code point that begins a word or stands alone. */
function addFirst(codePoint: number, pass: Pass): void {
  const { pairs, blocks } = pass.scan.tables;
  const symbol = symbolOf(codePoint);
  if (codePoint < 0x80) {
    pass.run = symbol === pass.symbol ? pass.run + 1 : 1;
    const row = pass.run > repeatLength ? repeatRow : pass.symbol;
    pass.cost += pairs[row * symbolCount + symbol] ?? 0;
  } else {
    const block = blockOf(codePoint);
    pass.cost += block < 0 ? utf8Length(codePoint) * tokenUnit : (blocks[block] ?? 0) * blockUnit;
  }
  pass.symbol = symbol;
}

/** Digits are priced apart: Qwen and Gemma make each a token, others take up to three together. */
function addDigits(text: string, start: number, pass: Pass): number {
  let end = start + 1;
  while (end < text.length && isDigit(text.charCodeAt(end))) end++;
  pass.digits += end - start;
  pass.bytes += end - start;
  pass.symbol = symbolOf(text.charCodeAt(end - 1));
  return end;
}

function addCharacter(text: string, start: number, pass: Pass): number {
  const codePoint = text.codePointAt(start) ?? 0;
  addFirst(codePoint, pass);
  pass.bytes += utf8Length(codePoint);
  return codePoint > 0xffff ? start + 2 : start + 1;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
