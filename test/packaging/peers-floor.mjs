// Installs the packed tarballs beside the oldest supported frameworks, with npm and without our lock file, and runs
// floor-smoke.mjs there: `node test/packaging/peers-floor.mjs TARBALLS`. Takes most of a minute.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const floor = { langchain: "1.5.5", "@langchain/core": "1.2.5", "@langchain/langgraph": "1.4.12" };

const here = dirname(fileURLToPath(import.meta.url));
const tarballs = resolve(process.argv[2] ?? "");

checkFloorIsDeclared();
const folder = mkdtempSync(join(tmpdir(), "plimsoll-floor-"));
try {
  writeFileSync(join(folder, "package.json"), JSON.stringify(project(), null, 2));
  cpSync(join(here, "floor-smoke.mjs"), join(folder, "floor-smoke.mjs"));
  const installed = run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--no-package-lock"],
    process.platform === "win32",
  );
  process.exitCode = installed || run(process.execPath, ["floor-smoke.mjs", JSON.stringify(floor)], false);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a command in the project; its exit code. */
function run(command, words, shell) {
  return spawnSync(command, words, { cwd: folder, stdio: ["ignore", "inherit", "inherit"], shell }).status ?? 1;
}

/** A consumer's project; siblings resolve to the same tarballs. */
function project() {
  const ours = {};
  for (const name of ["core", "langgraph", "langchain"]) {
    const file = readdirSync(tarballs).find((each) => each.startsWith(`plimsoll-${name}-`));
    if (file === undefined) throw new Error(`${tarballs} holds no tarball of @plimsoll/${name}`);
    ours[`@plimsoll/${name}`] = `file:${join(tarballs, file)}`;
  }
  return { name: "floor", private: true, type: "module", dependencies: { ...floor, ...ours }, overrides: { ...ours } };
}

/** The versions above are the lower ends of the ranges we promise. */
function checkFloorIsDeclared() {
  const path = join(here, "..", "..", "packages", "langchain", "package.json");
  const { peerDependencies } = JSON.parse(readFileSync(path, "utf8"));
  for (const [name, version] of Object.entries(floor)) {
    if (peerDependencies[name] === `^${version}`) continue;
    throw new Error(
      `@plimsoll/langchain promises ${name} ${peerDependencies[name]}, but the floor tested is ${version}`,
    );
  }
}
