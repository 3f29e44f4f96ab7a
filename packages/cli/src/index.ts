export { run } from "./run.ts";
export type { ExitCode, Terminal } from "./terminal.ts";
