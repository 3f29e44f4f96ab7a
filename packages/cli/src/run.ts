import { PlimsollError } from "@plimsoll/core";
import { diff, diffHelp } from "./commands/diff.ts";
import { inspect, inspectHelp } from "./commands/inspect.ts";
import { watch, watchHelp } from "./commands/watch.ts";
import { nearest } from "./nearest.ts";
import { type ExitCode, type Terminal, UsageError } from "./terminal.ts";

interface Command {
  readonly run: (words: readonly string[], terminal: Terminal) => Promise<ExitCode>;
  readonly help: string;
}

const commands: Readonly<Record<string, Command>> = {
  inspect: { run: inspect, help: inspectHelp },
  diff: { run: diff, help: diffHelp },
  watch: { run: watch, help: watchHelp },
};

const help = `plimsoll: what fills the context window of an LLM request

${Object.values(commands)
  .map((command) => command.help)
  .join("\n\n")}

A dump is written by createDumpFile({ path }).onBudget of @plimsoll/core/node, given to contextBudgetMiddleware.
Exit codes: 0 done, 1 the input cannot be used, 2 it was asked for wrongly.
`;

/** Runs one command line. Never throws for what a user or a file can do wrong. */
export async function run(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = words;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    terminal.write(help);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const guess = nearest(name, Object.keys(commands));
    terminal.writeError(
      `There is no command ${name}${guess === undefined ? "" : `; did you mean ${guess}?`}\nplimsoll --help lists them.\n`,
    );
    return 2;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    terminal.write(`${command.help}\n`);
    return 0;
  }
  return command.run(rest, terminal).catch((error: unknown) => told(error, command, terminal));
}

function told(error: unknown, command: Command, terminal: Terminal): ExitCode {
  if (PlimsollError.isInstance(error)) {
    terminal.writeError(`${error.message}\n`);
    return 1;
  }
  if (error instanceof UsageError || isArgumentError(error)) {
    terminal.writeError(`${error.message}\n\n${command.help}\n`);
    return 2;
  }
  if (error instanceof Error && "code" in error && "path" in error) {
    terminal.writeError(`${String(error.path)} cannot be read: ${String(error.code)}\n`);
    return 1;
  }
  throw error;
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
