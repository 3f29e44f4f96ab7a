import { parseArgs } from "node:util";
import { changesBetween, type DumpCall, PlimsollError, readDump } from "@plimsoll/core";
import { type ExitCode, type Terminal, UsageError } from "../terminal.ts";
import { changesView } from "../views/call-view.ts";

export const diffHelp = `plimsoll diff FILE A B           what changed between two calls of a dump
                                 A and B are call numbers, or beginnings of fingerprints
--json prints the changes.`;

export async function diff(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { json: { type: "boolean", default: false }, plain: { type: "boolean", default: false } },
  });
  const [file, one, other, ...more] = positionals;
  if (file === undefined || one === undefined || other === undefined || more.length > 0)
    throw new UsageError("diff takes FILE A B");
  const [before, after] = await findCalls(terminal.read(file), one, other);
  const changes = changesBetween(before.budget.rows, after.budget.rows);
  if (values.json) terminal.write(`${JSON.stringify(changes)}\n`);
  else
    terminal.write(
      `${diffView(before, after)}\n${changesView(changes, { columns: terminal.columns, plain: values.plain })}\n`,
    );
  return 0;
}

function diffView(before: DumpCall, after: DumpCall): string {
  const [from, to] = [before.budget, after.budget];
  const delta = to.totalInputTokens - from.totalInputTokens;
  const same = from.requestFingerprint === to.requestFingerprint ? "the same request" : "another request";
  return `call ${before.call} to call ${after.call}: ${same}, input ${from.totalInputTokens} to ${to.totalInputTokens} (${delta >= 0 ? "+" : ""}${delta})`;
}

/** Both calls in one pass: only they are held. */
async function findCalls(
  chunks: AsyncIterable<string>,
  one: string,
  other: string,
): Promise<readonly [DumpCall, DumpCall]> {
  let before: DumpCall | undefined;
  let after: DumpCall | undefined;
  for await (const line of readDump(chunks)) {
    if (line.kind !== "call") continue;
    if (isNamed(line, one)) before ??= line;
    if (isNamed(line, other)) after = line;
  }
  if (before === undefined) throw missing(one);
  if (after === undefined) throw missing(other);
  return [before, after];
}

function isNamed({ call, budget }: DumpCall, name: string): boolean {
  const { requestFingerprint: fingerprint } = budget;
  return /^\d{1,9}$/.test(name)
    ? call === Number(name)
    : fingerprint.startsWith(name) || fingerprint.replace(/^sha256:/, "").startsWith(name);
}

function missing(name: string): PlimsollError {
  return new PlimsollError(
    "invalid_dump",
    `the dump has no call ${name}; list its calls with plimsoll inspect FILE --calls.`,
  );
}
