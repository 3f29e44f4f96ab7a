import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../repository-files.ts";
import { allowed, violations } from "./violations.ts";

const configuration = [".oxlintrc.json", "test/lint/plimsoll-plugin.mjs"];

interface Diagnostic {
  readonly code?: string;
  readonly filename: string;
}

type Rules = Readonly<Record<string, unknown>>;

// One process for all files: they live in a tree of the repository's shape, under the repository's own rules.
const reported = lint([...violations, ...allowed]);

describe("lint", () => {
  it.each(violations)("$law: $rule", ({ file, rule }) => {
    expect(reported.get(file)).toEqual([rule]);
  });

  it.each(allowed)("allows $law", ({ file }) => {
    expect(reported.get(file)).toBeUndefined();
  });

  it("has a violation for every rule that is switched on", () => {
    const text = readFileSync(join(repositoryRoot, ".oxlintrc.json"), "utf8");
    const { rules, overrides } = JSON.parse(text) as { rules: Rules; overrides: readonly { rules: Rules }[] };
    const switchedOn = [rules, ...overrides.map((override) => override.rules)]
      .flatMap((each) => Object.entries(each))
      .filter(([, setting]) => setting !== "off")
      .map(([rule]) => rule);
    const broken = new Set(
      violations.map(({ rule }) =>
        rule
          .replace("eslint(", "(")
          .replace("(", "/")
          .replace(/^\/|\)$/g, ""),
      ),
    );
    expect(switchedOn.filter((rule) => !broken.has(rule))).toEqual([]);
  });
});

/** The distinct rules reported for each file. */
function lint(
  files: readonly { readonly file: string; readonly source: string }[],
): ReadonlyMap<string, readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-laws-"));
  try {
    for (const file of configuration) cpSync(join(repositoryRoot, file), join(folder, file), { recursive: true });
    for (const { file, source } of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), source);
    }
    return rulesByFile(runOxlint(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runOxlint(folder: string): readonly Diagnostic[] {
  const oxlint = join(dirname(createRequire(import.meta.url).resolve("oxlint/package.json")), "bin", "oxlint");
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, "--format=json"], { cwd: folder, encoding: "utf8" });
  if (!stdout.trimStart().startsWith("{")) throw new Error(`oxlint printed no JSON: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] }).diagnostics;
}

function rulesByFile(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly string[]> {
  const rules = new Map<string, readonly string[]>();
  for (const { filename, code = "none" } of diagnostics) {
    const file = filename.replaceAll("\\", "/");
    rules.set(file, [...new Set([...(rules.get(file) ?? []), code])].sort());
  }
  return rules;
}
