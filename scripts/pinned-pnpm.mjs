// How to start exactly the pnpm that package.json pins: the one on PATH if it is that version, else fetched by npx.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const onWindows = process.platform === "win32";

/** The pinned version, for example `12.4.2`. */
export const pinnedVersion = manifest.packageManager.replace(/^pnpm@/, "").replace(/\+.*$/, "");

/** The words that start the pinned pnpm. */
export function pinnedPnpm() {
  return isOnPath() ? ["pnpm"] : ["npx", "-y", `pnpm@${pinnedVersion}`];
}

/** Runs a command without a terminal. `CI` is set because pnpm otherwise stops where it would like to ask. */
export function runQuietly([command, ...words], options) {
  const env = { ...process.env, CI: "true" };
  return spawnSync(command, words, { stdio: ["ignore", "pipe", "ignore"], ...options, env, shell: onWindows });
}

/** Asked outside the workspace, where no `packageManager` field makes pnpm answer for another version. */
function isOnPath() {
  const { status, stdout } = runQuietly(["pnpm", "--version"], { cwd: tmpdir(), encoding: "utf8", timeout: 10_000 });
  return status === 0 && stdout.trim() === pinnedVersion;
}
