// Packs one built package and looks at what a user would download: `node test/packaging/check-tarball.mjs PACKAGE FOLDER`.
// The tarball stays in FOLDER. Run after the build.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pinnedPnpm, runQuietly } from "../../scripts/pinned-pnpm.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [packageFolder, destination] = process.argv.slice(2);
if (destination === undefined) throw new Error("Usage: node test/packaging/check-tarball.mjs PACKAGE FOLDER");

const manifest = JSON.parse(readFileSync(join(root, packageFolder, "package.json"), "utf8"));
const tarball = pack();
checkFiles();
runTool("publint", ["run", "--strict", tarball]);
runTool("@arethetypeswrong/cli", [tarball, "--profile", "esm-only"]);
console.log(`${manifest.name}: tarball is sound`);

function pack() {
  mkdirSync(destination, { recursive: true });
  const command = [...pinnedPnpm(), "pack", "--pack-destination", resolve(destination)];
  const { status, stdout } = runQuietly(command, {
    cwd: join(root, packageFolder),
    encoding: "utf8",
    stdio: ["ignore", "pipe", 2],
  });
  if (status !== 0) throw new Error(`${command.join(" ")} failed:\n${stdout}`);
  return join(resolve(destination), `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`);
}

/** The build and its sources, the licence, and nothing of the workshop. */
function checkFiles() {
  const { stdout } = spawnSync("tar", ["-tzf", tarball], { encoding: "utf8" });
  const files = stdout
    .trim()
    .split("\n")
    .map((path) => path.replace("package/", ""));
  const missing = ["package.json", "LICENSE", "src/index.ts", "dist/index.js", "dist/index.d.ts"].filter(
    (file) => !files.includes(file),
  );
  const stray = files.filter((file) =>
    /\.test\.|tsbuildinfo|^(?!dist\/|src\/|package\.json$|README\.md$|CHANGELOG\.md$|LICENSE$)/.test(file),
  );
  if (missing.length > 0) throw new Error(`${tarball} lacks ${missing.join(", ")}`);
  if (stray.length > 0) throw new Error(`${tarball} holds ${stray.join(", ")}`);
}

function runTool(name, options) {
  const path = join(root, "node_modules", name, "package.json");
  const { bin } = JSON.parse(readFileSync(path, "utf8"));
  const script = join(dirname(path), typeof bin === "string" ? bin : Object.values(bin)[0]);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...options], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} ${options.join(" ")} failed:\n${stdout}${stderr}`);
}
