import { hash } from "node:crypto";
import { appendFileSync, closeSync, createReadStream, openSync, readSync, renameSync, statSync } from "node:fs";
import type { Digest } from "./digest.ts";
import { createDumpLines, type DumpedReport, type DumpLine } from "./dump/dump-line.ts";

/** Native SHA-256 for Node; the same digests as `pureDigest`. */
export const nodeDigest: Digest = {
  sha256: (text) => hash("sha256", text),
  byteLength: (text) => Buffer.byteLength(text, "utf8"),
};

/** Writes a dump file; see {@link createDumpFile}. */
export interface DumpFile {
  /** To be an `onBudget`: appends the ledger of a request. */
  readonly onBudget: (report: DumpedReport) => void;
  /** Appends an event: a chunk of a custom stream, say. */
  readonly onEvent: (event: object) => void;
}

/** Where a dump is written. */
export interface DumpFileOptions {
  readonly path: string;
  /** Beyond it the file is renamed to `path.1` (the one before is overwritten), and a new one begun. Default 256 MiB. */
  readonly maxBytes?: number;
}

/**
 * A dump file (`plimsoll-dump/1`): one line for each compiled request, content-free, appended before the request leaves.
 * Append-only and bounded by rotation; a crash can tear the last line only, which readers survive. An existing file is
 * continued. Throws what the file system throws; as an `onBudget` that is reported and changes nothing.
 */
export function createDumpFile({ path, maxBytes = 256 * 1024 * 1024 }: DumpFileOptions): DumpFile {
  const lines = createDumpLines();
  let size = sizeOf(path);
  let isWhole = size === 0 || endsWithLine(path, size);
  const append = (line: DumpLine): void => {
    const text = `${JSON.stringify(line)}\n`;
    const bytes = Buffer.byteLength(text);
    if (size > 0 && size + bytes > maxBytes) {
      renameSync(path, `${path}.1`);
      size = 0;
    }
    const start = size > 0 ? "" : `${JSON.stringify(lines.header())}\n`;
    // What a crash has torn is closed, so that the next line is whole.
    const gap = size > 0 && !isWhole ? "\n" : "";
    isWhole = true;
    appendFileSync(path, gap + start + text);
    size += Buffer.byteLength(gap + start) + bytes;
  };
  return { onBudget: (report) => append(lines.call(report)), onEvent: (event) => append(lines.event(event)) };
}

/** The text of a file in chunks, for `readDump`. */
export async function* readTextFile(path: string): AsyncGenerator<string> {
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: 1 << 20 })) yield String(chunk);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function endsWithLine(path: string, size: number): boolean {
  const file = openSync(path, "r");
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  closeSync(file);
  return last.toString() === "\n";
}
