import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";

const peers = join(import.meta.dirname, "..", "peers");
const folder = join(peers, "node_modules", ".plimsoll-bench");

/** Compiles the child programs beside the peers, so that no transpiler runs inside a measurement. */
export async function buildChildPrograms(names: readonly string[]): Promise<void> {
  await build({
    entryPoints: names.map((name) => join(import.meta.dirname, `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "error",
  });
}

/**
 * Installs the peers at the versions of their lock file and names those that this machine could not get. Not by
 * `npm ci`, which refuses a lock file without the binaries of every platform.
 */
export function installPeers(names: readonly string[]): readonly string[] {
  try {
    const options = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["install", "--prefix", peers, ...options], { stdio: ["ignore", "ignore", "inherit"] });
  } catch {
    return names;
  }
  return names.filter((name) => !isInstalled(name));
}

function isInstalled(name: string): boolean {
  try {
    execFileSync(process.execPath, ["--input-type=module", "--eval", `await import(${JSON.stringify(name)})`], {
      cwd: peers,
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}

/** Runs a child program in a fresh process and returns the value it prints. */
export function runChildProgram<Result>(name: string, args: readonly string[]): Result {
  const output = execFileSync(process.execPath, [join(folder, `${name}.mjs`), ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return JSON.parse(output) as Result;
}
