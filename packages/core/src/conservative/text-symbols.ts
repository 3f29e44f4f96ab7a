/**
 * The alphabet of the pair table: control characters and non-ASCII code points in a few classes, every printable ASCII
 * character for itself.
 */
export const symbolCount = 103;

/** Row of the pair table for a character that stands after {@link repeatLength} of itself. */
export const repeatRow: number = symbolCount;

/** Rows of the pair table. */
export const pairRows: number = symbolCount + 1;

/** Equal characters in a row from which the next one is a repeat: tokenizers have long tokens for those. */
export const repeatLength = 4;

/** The symbol a text begins after. */
export const lineBreak = 1;

const firstPrintable = 7;

/** Symbol of a letter that spells a control character after a backslash, as in JSON inside a string. */
export const escapeSymbol = 102;

/** Symbol of the backslash. */
export const backslash: number = 0x5c - 0x20 + firstPrintable;

/** Whether a letter (n, r, t) may spell a control character; what follows it is a word of its own. */
export function isEscapeLetter(unit: number): boolean {
  return unit === 0x6e || unit === 0x72 || unit === 0x74;
}

/** Symbol of a code point, below {@link symbolCount}. */
export function symbolOf(codePoint: number): number {
  if (codePoint >= 0x20 && codePoint < 0x7f) return codePoint - 0x20 + firstPrintable;
  if (codePoint >= 0x80) return letterKind(codePoint) !== 0 ? 4 : codePoint < 0x3000 ? 5 : 6;
  if (codePoint === 0x09) return 0;
  if (codePoint === 0x0a) return lineBreak;
  return codePoint === 0x0d ? 2 : 3;
}

/**
 * Kind of a letter of the Latin script: 1 lower case, 2 upper case, 3 beyond ASCII (either case, and the combining
 * accents); 0 for anything else. Letters of other scripts are counted one by one, not as words.
 */
export function letterKind(codePoint: number): number {
  if (codePoint < 0x80) {
    if (codePoint >= 0x61 && codePoint <= 0x7a) return 1;
    return codePoint >= 0x41 && codePoint <= 0x5a ? 2 : 0;
  }
  if (codePoint >= 0xc0 && codePoint <= 0x24f) return codePoint === 0xd7 || codePoint === 0xf7 ? 0 : 3;
  const isAccent = codePoint >= 0x300 && codePoint <= 0x36f;
  return isAccent || (codePoint >= 0x1e00 && codePoint <= 0x1eff) ? 3 : 0;
}

const narrowEnd = 0x3100;
const narrowBlocks = narrowEnd >> 4;
const wideBlocks = (0x10000 - narrowEnd) >> 7;
const pictures = 0x1f000;
const pictureBlocks = 0x1000 >> 7;

/** Number of blocks of the block table. */
export const blockCount: number = narrowBlocks + wideBlocks + pictureBlocks;

/**
 * Block of a code point, or -1 where the table has none. Blocks hold 16 code points below U+3100, where alphabets are
 * small, and 128 above (ideographs, syllables, pictographs).
 */
export function blockOf(codePoint: number): number {
  if (codePoint < narrowEnd) return codePoint >> 4;
  if (codePoint < 0x10000) return narrowBlocks + ((codePoint - narrowEnd) >> 7);
  const picture = (codePoint - pictures) >> 7;
  return picture >= 0 && picture < pictureBlocks ? narrowBlocks + wideBlocks + picture : -1;
}

/** UTF-8 bytes of a code point; a lone surrogate is written as U+FFFD, which has three. */
export function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
