import { parseArgs } from "node:util";
import type { DumpCall } from "@plimsoll/core";
import { type ExitCode, type Terminal, UsageError } from "../terminal.ts";
import { callLine, callsHead } from "../views/calls-table.ts";
import { selectCall } from "./select-call.ts";

export const watchHelp = `plimsoll watch -                 a line for each call as it comes, from standard input
                                 tail -n +1 -f agent.jsonl | plimsoll watch -`;

/** A line for each call, as soon as its line of the dump is whole. */
export async function watch(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("watch takes one FILE, or - for standard input");
  terminal.write(`${callsHead}\n`);
  await selectCall(terminal.read(file), undefined, (call: DumpCall) => terminal.write(`${callLine(call)}\n`));
  return 0;
}
