import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../repository-files.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly sideEffects: boolean;
  readonly license: string;
  readonly type: string;
}

const folders = readdirSync(join(repositoryRoot, "packages")).sort();
const manifests = folders.map((folder) => readJson<Manifest>("packages", folder, "package.json"));

/** The subpaths users may import; changing one is a decision and needs a changeset. */
const subpaths: Readonly<Record<string, readonly string[]>> = {
  "@plimsoll/core": [".", "./tiktoken", "./payloads", "./count-endpoints", "./node", "./testing", "./package.json"],
  "@plimsoll/langgraph": [".", "./testing", "./package.json"],
  "@plimsoll/langchain": [".", "./package.json"],
  "@plimsoll/openwop": [".", "./langchain", "./langgraph", "./node", "./sqlite", "./testing", "./package.json"],
  plimsoll: [".", "./package.json"],
};

describe("package manifests", () => {
  it("export exactly the pinned subpaths", () => {
    const actual = Object.fromEntries(manifests.map(({ name, exports }) => [name, Object.keys(exports)]));
    expect(actual).toEqual(subpaths);
  });

  it.each(manifests)("$name is side-effect-free ESM under MIT", ({ sideEffects, type, license }) => {
    expect({ sideEffects, type, license }).toEqual({ sideEffects: false, type: "module", license: "MIT" });
  });

  it("share one version", () => {
    expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
  });

  it("are all built: tsconfig.build.json refers to each", () => {
    const { references } = readJson<{ references: readonly { path: string }[] }>("tsconfig.build.json");
    expect(references.map(({ path }) => path).sort()).toEqual(folders.map((folder) => `packages/${folder}`));
  });

  it.each(manifests)(
    "$name has no runtime dependency beside ours and those core is allowed",
    ({ dependencies = {} }) => {
      const allowed = /^(?:@plimsoll\/.*|@noble\/hashes|js-tiktoken|hono|@hono\/node-server|zod)$/;
      expect(Object.keys(dependencies).filter((name) => !allowed.test(name))).toEqual([]);
    },
  );
});

describe("the workspace", () => {
  it.each(["@langchain/core", "@langchain/langgraph", "langchain"])("holds one instance of %s", (name) => {
    const homes = ["", ...folders.map((folder) => `packages/${folder}`)]
      .map((folder) => join(repositoryRoot, folder, "node_modules", name))
      .filter((path) => existsSync(path));
    expect(homes.length).toBeGreaterThan(0);
    expect(new Set(homes.map((path) => realpathSync(path))).size).toBe(1);
  });
});

function readJson<T>(...path: readonly string[]): T {
  return JSON.parse(readFileSync(join(repositoryRoot, ...path), "utf8")) as T;
}
