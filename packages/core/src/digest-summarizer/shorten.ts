/** Runs of this many characters of a payload's alphabet are data, whatever the text around them. */
const payload = /[A-Za-z\d+/=_-]{200,}/g;
/** How far beyond the cut the text is read, so that a payload is known as one. */
const lookahead = 512;
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * A text on one line, in at most so many UTF-16 units: blanks and control characters become single spaces, payloads
 * `[data]`, lone surrogates U+FFFD. What is too long is cut, at a word where one is near, and ends in `…`.
 * Reads no more of the text than it needs.
 */
export function shorten(text: string, characters: number): string {
  if (characters < 1) return "";
  const read = text.slice(0, 2 * characters + lookahead);
  const line = read
    .replace(payload, "[data]")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= characters && read.length === text.length) return line.replace(loneSurrogates, "\ufffd");
  const cut = line.slice(0, characters - 1);
  const word = cut.lastIndexOf(" ");
  const end = word > characters * 0.7 ? word : cut.length;
  return `${cut.slice(0, isHighSurrogate(cut, end - 1) ? end - 1 : end)}…`.replace(loneSurrogates, "\ufffd");
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}
