import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../repository-files.ts";
import { readChangeset } from "./read-changeset.ts";

const folder = join(repositoryRoot, ".changeset");
const packageNames = readdirSync(join(repositoryRoot, "packages")).map((name) => {
  const manifest = readFileSync(join(repositoryRoot, "packages", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { name: string }).name;
});

describe("changesets", () => {
  it("hold all packages in one fixed group", () => {
    const { fixed } = JSON.parse(readFileSync(join(folder, "config.json"), "utf8")) as { fixed: readonly string[][] };
    expect(fixed.map((group) => [...group].sort())).toEqual([[...packageNames].sort()]);
  });

  it("each name packages that exist and say something", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
    const problems = files.flatMap((file) => problemsOf(file, readFileSync(join(folder, file), "utf8")));
    expect(problems).toEqual([]);
  });

  it.each([
    [
      "an unknown package",
      '---\n"@plimsoll/cor": patch\n---\n\nText.\n',
      "@plimsoll/cor is not a package of this workspace",
    ],
    ["an unknown release type", '---\n"@plimsoll/core": minr\n---\n\nText.\n', "minr is not a release type"],
    ["a missing summary", '---\n"@plimsoll/core": minor\n---\n', "no summary"],
    ["a missing front matter", "Text.\n", "no front matter"],
  ])("are refused with %s", (_, text, problem) => {
    expect(problemsOf("x.md", text)).toEqual([`x.md: ${problem}`]);
  });
});

function problemsOf(file: string, text: string): readonly string[] {
  const changeset = readChangeset(text);
  if (changeset === undefined) return [`${file}: no front matter`];
  const { releases, summary } = changeset;
  return [
    ...releases
      .filter(([name]) => !packageNames.includes(name))
      .map(([name]) => `${name} is not a package of this workspace`),
    ...releases
      .filter(([, type]) => !/^(?:major|minor|patch|none)$/.test(type))
      .map(([, type]) => `${type} is not a release type`),
    ...(summary === "" ? ["no summary"] : []),
  ].map((problem) => `${file}: ${problem}`);
}
