// Makes the workspace ready on a machine that has only Node and npm: checks the Node version, then installs with the
// pinned pnpm and the frozen lock file. Does nothing when the installed modules already belong to the lock file.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, "node_modules", ".plimsoll-setup");

requireNode(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node.replace(/^[^0-9]*/, ""));
const wanted = stamp();
if (installedStamp() !== wanted) await install(wanted);

function requireNode(minimum) {
  if (!isOlder(process.versions.node, minimum)) return;
  fail(`Plimsoll needs Node ${minimum} or newer; this is Node ${process.versions.node} (${process.execPath}).`);
}

/** What the installed modules must have been made from: the lock file, for this platform. */
function stamp() {
  const lock = readFileSync(join(root, "pnpm-lock.yaml"));
  return `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
}

function installedStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, "utf8") : undefined;
}

async function install(newStamp) {
  const { pinnedPnpm, runQuietly } = await import("./pinned-pnpm.mjs");
  const command = [...pinnedPnpm(), "install", "--frozen-lockfile"];
  console.error(`Installing the workspace (once): ${command.join(" ")}`);
  const started = Date.now();
  const options = ["--reporter=append-only", "--config.confirmModulesPurge=false"];
  // Progress goes to stderr, so that the output of the script that called us stays clean.
  const { error, status } = runQuietly([...command, ...options], { cwd: root, stdio: ["ignore", 2, 2] });
  if (error !== undefined) fail(`Could not start ${command[0]}: ${error.message}. Is npm installed and on PATH?`);
  if (status !== 0) fail(explainFailure(command.join(" "), status));
  writeFileSync(stampFile, newStamp);
  console.error(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

function explainFailure(command, status) {
  return [
    `The installation failed (exit code ${status}); the lines above say why. Nothing else was run.`,
    "No network, or a proxy in between? npm's own settings (.npmrc, npm_config_*) apply.",
    `To try by hand: ${command}`,
  ].join("\n");
}

function isOlder(version, minimum) {
  const [left, right] = [version, minimum].map((text) => text.split(".").map(Number));
  for (let index = 0; index < right.length; index++) {
    const difference = (left[index] ?? 0) - right[index];
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
