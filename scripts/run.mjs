// Runs one example or benchmark from the sources: `node scripts/run.mjs examples|bench NAME [arguments]`.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const kinds = {
  examples: { command: "example", find: () => new Map(findFolders("examples")) },
  bench: { command: "bench", find: () => new Map([...findFolders("bench"), ...findFiles("bench")]) },
};

const [kindName, name, ...rest] = process.argv.slice(2);
const kind = kinds[kindName];
if (kind === undefined) refuse(`Usage: node scripts/run.mjs ${Object.keys(kinds).join("|")} NAME [arguments]`);

const available = kind.find();
const file = available.get(name);
if (file === undefined) refuse(unknownName(kind.command, name, [...available.keys()]));
start(file, rest);

/** Folders that hold a main.ts. */
function findFolders(parent) {
  const names = list(parent).filter((entry) => existsSync(join(root, parent, entry.name, "main.ts")));
  return names.map((entry) => [entry.name, join(root, parent, entry.name, "main.ts")]);
}

/** Files directly in a folder. */
function findFiles(parent) {
  const names = list(parent).filter((entry) => entry.isFile() && /^[a-z0-9-]+\.ts$/.test(entry.name));
  return names.map((entry) => [entry.name.slice(0, -".ts".length), join(root, parent, entry.name)]);
}

function list(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
}

function unknownName(command, wanted, names) {
  const lines = [wanted === undefined ? `Which ${command}?` : `There is no ${command} "${wanted}".`];
  const nearest = wanted === undefined ? undefined : closest(wanted, names);
  if (nearest !== undefined) lines.push(`Did you mean "${nearest}"?`);
  lines.push("", names.length === 0 ? "None are available yet." : `Available (pnpm ${command} NAME [arguments]):`);
  return [...lines, ...names.map((each) => `  ${each}`)].join("\n");
}

/** The name most like `wanted`, if a person could have meant it. */
function closest(wanted, names) {
  const ranked = names.map((each) => ({ each, distance: each.startsWith(wanted) ? 0 : editDistance(wanted, each) }));
  const best = ranked.sort((left, right) => left.distance - right.distance)[0];
  return best !== undefined && best.distance <= Math.max(2, wanted.length / 3) ? best.each : undefined;
}

/** Levenshtein distance, one row at a time. */
function editDistance(left, right) {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = row[j - 1] + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, replaced));
    }
    row = next;
  }
  return row[right.length];
}

function start(path, passedOn) {
  const flags = ["--conditions=@plimsoll/source", "--import", "tsx"];
  const child = spawn(process.execPath, [...flags, path, ...passedOn], { cwd: root, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function refuse(message) {
  console.error(message);
  process.exit(2);
}
