import { PlimsollError } from "../errors.ts";
import type { DumpCall, DumpEvent, DumpLine } from "./dump-line.ts";
import { parseDumpLine } from "./parse-dump-line.ts";
import { splitLines } from "./split-lines.ts";

/** The end of a dump. */
export interface DumpEnd {
  readonly kind: "end";
  /** Lines that were cut off, as by a crash, or while the last one is being written; all others are whole. */
  readonly tornLines: number;
}

/**
 * Reads a dump line by line, whatever its size: one line is held at a time. Lines that are cut off are passed over and
 * counted, not thrown.
 *
 * @throws PlimsollError `invalid_dump` for another version, a file that is no dump, or a whole line that is none of a dump.
 */
export async function* readDump(
  chunks: AsyncIterable<string>,
  options: { readonly maxLineLength?: number } = {},
): AsyncGenerator<DumpCall | DumpEvent | DumpEnd> {
  let place = 0;
  let tornLines = 0;
  for await (const text of splitLines(chunks, options.maxLineLength)) {
    place++;
    const line = place === 1 ? headerOf(text) : wholeLine(text, place);
    if (line === undefined) tornLines++;
    else if (line.kind !== "header") yield line;
  }
  if (place === 0) throw noHeader();
  yield { kind: "end", tornLines };
}

function headerOf(text: string): DumpLine {
  const line = wholeLine(text, 1);
  if (line?.kind !== "header") throw noHeader();
  return line;
}

/** Undefined for a line that is cut off: no JSON, where one begins or ends in the middle. */
function wholeLine(text: string, place: number): DumpLine | undefined {
  return isJson(text) ? parseDumpLine(text, place) : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function noHeader(): PlimsollError {
  return new PlimsollError(
    "invalid_dump",
    "the dump does not begin with its header; this is no dump, or its beginning is missing.",
    { details: { line: 1 } },
  );
}
