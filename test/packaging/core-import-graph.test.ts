import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../repository-files.ts";

/** What importing an entry of core brings in, as esbuild sees it without any Node built-in to fall back on. */
async function inputsOf(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [join(repositoryRoot, "packages/core/src", entry)],
    absWorkingDir: repositoryRoot,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  return Object.keys(metafile.inputs);
}

describe("core's root entry", () => {
  let inputs: readonly string[] = [];
  beforeAll(async () => {
    inputs = await inputsOf("index.ts");
  });

  it("bundles for any runtime from its own sources and the digest library alone", () => {
    const foreign = inputs.filter((path) => !/^packages\/core\/src\/|\/@noble\/hashes\//.test(path));
    expect(foreign).toEqual([]);
  });

  it("brings in neither rank tables nor the Node adapter", () => {
    const heavy = inputs.filter((path) => /\/tiktoken\/|packages\/core\/src\/node\.ts$|js-tiktoken/.test(path));
    expect(heavy).toEqual([]);
  });
});

describe("core's tokenizer entry", () => {
  it("bundles without Node built-ins", async () => {
    const inputs = await inputsOf("tiktoken/index.ts");
    const foreign = inputs.filter((path) => !/^packages\/core\/src\/|\/@noble\/hashes\/|\/js-tiktoken\//.test(path));
    expect(foreign).toEqual([]);
  });
});
