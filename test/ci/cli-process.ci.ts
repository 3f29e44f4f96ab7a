import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileOutboundRequestBudget, createDumpLines } from "@plimsoll/core";
import { messageSegment, requestOf, textOnlyRules, wordCounter, words } from "@plimsoll/core/testing";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bin = fileURLToPath(new URL("../../packages/cli/src/bin.ts", import.meta.url));
const node = (limit = "512") => [
  `--max-old-space-size=${limit}`,
  "--conditions=@plimsoll/source",
  "--import",
  "tsx",
  bin,
];

const lines = createDumpLines();
const call = lines.call({
  iteration: 1,
  namespace: "",
  action: { kind: "sent" },
  budget: compileOutboundRequestBudget(
    requestOf(
      Array.from({ length: 2_000 }, (_, index) => messageSegment("history", `${index} ${words(20)}`)),
      { contextWindow: 1_000_000 },
    ),
    { counter: wordCounter, rules: textOnlyRules },
  ),
});

describe("the plimsoll command, as a process", () => {
  it("streams a dump of a gigabyte within a small heap", async () => {
    const path = join(folder, "large.jsonl");
    const file = createWriteStream(path);
    file.write(`${JSON.stringify(lines.header())}\n`);
    const line = `${JSON.stringify(call)}\n`;
    const calls = Math.ceil(2 ** 30 / line.length);
    for (let written = 0; written < calls; written++) if (!file.write(line)) await once(file, "drain");
    await new Promise<void>((resolve) => file.end(() => resolve()));
    const { status, stdout, stderr } = spawnSync(process.execPath, [...node("128"), "inspect", path, "--plain"], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("call 1, iteration 1");
    rmSync(path);
  });

  it("stops without a word when its reader does", async () => {
    const path = join(folder, "many.jsonl");
    const few = [lines.header(), ...Array.from({ length: 60 }, () => call)]
      .map((each) => JSON.stringify(each))
      .join("\n");
    writeFileSync(path, few);
    const child = spawn(process.execPath, [...node(), "inspect", path, "--json"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += String(chunk)));
    child.stdout.once("data", () => child.stdout.destroy());
    const [code] = (await once(child, "exit")) as [number];
    expect([code, errors]).toEqual([0, ""]);
  });

  it("reads standard input, and tells errors on standard error with an exit code", () => {
    const input = [lines.header(), call].map((each) => JSON.stringify(each)).join("\n");
    const good = spawnSync(process.execPath, [...node(), "watch", "-"], { input, encoding: "utf8" });
    expect([good.status, good.stdout.split("\n").length]).toEqual([0, 3]);
    const bad = spawnSync(process.execPath, [...node(), "inspect", "-"], { input: "hello", encoding: "utf8" });
    expect([bad.status, bad.stdout]).toEqual([1, ""]);
    expect(bad.stderr).toContain("[invalid_dump]");
  });
});
