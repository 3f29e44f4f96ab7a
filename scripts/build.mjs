// Builds every package from scratch with the TypeScript compiler alone, so that dist/ holds nothing of a deleted source.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
for (const name of readdirSync(join(root, "packages"))) {
  for (const output of ["dist", ".tsbuildinfo"]) {
    rmSync(join(root, "packages", name, output), { recursive: true, force: true });
  }
}
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "--build", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
