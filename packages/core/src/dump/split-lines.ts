import { PlimsollError } from "../errors.ts";

/** A line longer than this is refused: a ledger of ten thousand rows is about 3 MB. */
export const defaultMaxLineLength: number = 64 * 1024 * 1024;

/**
 * Cuts text that comes in chunks into lines, without its line ends; an unfinished last line is given too. Holds no more
 * than one line.
 *
 * @throws PlimsollError `invalid_dump` for a line that is too long.
 */
export async function* splitLines(
  chunks: AsyncIterable<string>,
  maxLineLength: number = defaultMaxLineLength,
): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield part.endsWith("\r") ? part.slice(0, -1) : part;
    if (rest.length > maxLineLength) throw tooLong(maxLineLength);
  }
  if (rest !== "") yield rest;
}

function tooLong(maxLineLength: number): PlimsollError {
  return new PlimsollError(
    "invalid_dump",
    `a line of the dump has more than ${maxLineLength} characters; this is no dump, or not one line of it is whole.`,
  );
}
