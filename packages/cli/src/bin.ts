#!/usr/bin/env node
import { readTextFile } from "@plimsoll/core/node";
import { run } from "./run.ts";

// Whoever reads us may stop reading: `plimsoll inspect dump --calls | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

async function* standardInput(): AsyncGenerator<string> {
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) yield String(chunk);
}

process.exitCode = await run(process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  columns: process.stdout.columns ?? 80,
  read: (path) => (path === "-" ? standardInput() : readTextFile(path)),
});
