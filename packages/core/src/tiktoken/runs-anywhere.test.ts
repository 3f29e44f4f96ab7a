import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

const folder = dirname(fileURLToPath(import.meta.url));

describe("the counter in a browser or on the edge", () => {
  it("bundles without a Node built-in and counts with nothing but the language and TextEncoder", async () => {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: `import { loadTiktokenCounter } from "./load-tiktoken-counter.ts";
          globalThis.counted = loadTiktokenCounter("cl100k_base").then((counter) => counter.count("Hello, wörld! 中文"));`,
        resolveDir: folder,
        loader: "ts",
      },
      bundle: true,
      format: "iife",
      platform: "browser",
      metafile: true,
      write: false,
      logLevel: "silent",
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    expect(imports.filter(({ external, path }) => external === true || path.startsWith("node:"))).toEqual([]);
    const sandbox: { TextEncoder: typeof TextEncoder; counted?: Promise<number> } = { TextEncoder };
    runInNewContext(outputFiles[0]?.text ?? "", sandbox);
    expect(await sandbox.counted).toBe(8);
  });
});
