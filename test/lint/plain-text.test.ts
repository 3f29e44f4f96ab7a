import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryFiles, repositoryRoot } from "../repository-files.ts";

const folders = [".changeset", ".ci", "bench", "docs", "examples", "packages", "scripts", "test"];
const rootFiles = ["README.md", "AGENTS.md", "CONTRIBUTING.md", "SECURITY.md", "package.json", "pnpm-workspace.yaml"];
const texts = /\.(?:ts|mjs|json|md|ya?ml)$|\/run$/;
const self = "test/lint/plain-text.test.ts";

/** What ties a text to one machine or one registry. */
const forbidden = [
  ["a registry's host name", /\bregistry\.[a-z0-9-]+\.[a-z]{2,}\b/i],
  ["a path of one machine", /(?:^|[\s"'`(=])\/(?:root|home|Users|work)\/\w/m],
] as const;

describe("texts of the repository", () => {
  const files = [
    ...repositoryFiles(folders, (path) => texts.test(path) && path !== self),
    ...rootFiles.filter((path) => existsSync(join(repositoryRoot, path))),
  ];

  it.each(forbidden)("do not hold %s", (_, pattern) => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => pattern.test(readFileSync(join(repositoryRoot, file), "utf8")))).toEqual([]);
  });

  it.each([
    ["https://registry.example.org/x", 0],
    ["see `/home/me/x`", 1],
  ] as const)("are searched for %s", (text, index) => {
    expect(forbidden[index][1].test(text)).toBe(true);
  });
});
