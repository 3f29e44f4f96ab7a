/** One changeset file: which packages it releases as what, and what it tells their users. */
export interface Changeset {
  readonly releases: readonly (readonly [name: string, type: string])[];
  readonly summary: string;
}

/** Reads a changeset; undefined when it has no front matter. */
export function readChangeset(text: string): Changeset | undefined {
  const match = /^---\r?\n([\s\S]*?)\r?\n?---(?:\r?\n|$)([\s\S]*)$/.exec(text);
  if (match === null) return undefined;
  const lines = (match[1] ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
  const releases = lines.map((line) => {
    const [, name = line, type = ""] = /^\s*["']?([^"':]+(?::[^"':]+)?)["']?\s*:\s*(\w*)\s*$/.exec(line) ?? [];
    return [name, type] as const;
  });
  return { releases, summary: (match[2] ?? "").trim() };
}
