import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const readme = readFileSync("README.md", "utf8");

function block(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``).exec(readme)?.[1] ?? "";
}

describe("README.md", () => {
  it("shows the quickstart as it is, with its true output", () => {
    const path = "examples/quickstart/main.ts";
    expect(block("ts")).toBe(readFileSync(path, "utf8").trimEnd());
    const flags = ["--conditions=@plimsoll/source", "--import", "tsx"];
    expect(block("text")).toBe(execFileSync(process.execPath, [...flags, path], { encoding: "utf8" }).trimEnd());
  });
});
