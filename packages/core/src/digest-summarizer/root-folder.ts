/** What saying it costs: a header that names the folder. */
const explanation = 12;

/** The folder (with its closing slash) whose omission from these paths saves most, or empty where none does. */
export function rootFolder(paths: readonly string[]): string {
  const uses = new Map<string, number>();
  for (const path of paths) {
    if (!/^[/~]/.test(path)) continue;
    for (let slash = path.indexOf("/", 1); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const folder = path.slice(0, slash + 1);
      uses.set(folder, 1 + (uses.get(folder) ?? 0));
    }
  }
  let best = { folder: "", saved: explanation };
  for (const [folder, count] of uses) {
    const saved = (count - 1) * folder.length - 2 * count;
    if (saved > best.saved) best = { folder, saved };
  }
  return best.folder;
}

/** The path with `./` in place of the root. */
export function belowRoot(path: string, root: string): string {
  return root !== "" && path.startsWith(root) && path.length > root.length ? `./${path.slice(root.length)}` : path;
}

/** The path that `belowRoot` wrote so. */
export function fromRoot(written: string, root: string): string {
  return root !== "" && written.startsWith("./") ? root + written.slice(2) : written;
}
