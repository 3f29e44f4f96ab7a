import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of this repository. */
export const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));

const generated = new Set(["node_modules", "dist", "coverage"]);

/** Files below the given folders, as sorted `/`-separated paths from the root; installed and built files left out. */
export function repositoryFiles(folders: readonly string[], keep: (path: string) => boolean): readonly string[] {
  return folders
    .flatMap((folder) => walk(join(repositoryRoot, folder)))
    .map((path) => relative(repositoryRoot, path).split(sep).join("/"))
    .filter(keep)
    .sort();
}

function walk(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !generated.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return walk(path);
      return entry.isFile() ? [path] : [];
    });
}
