import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryFiles, repositoryRoot } from "../repository-files.ts";
import { verifies } from "../verifies.ts";
import { findAccounting } from "./find-accounting.ts";

/** The compiler's path, the only sources that count: rules, counters and digests, and the doubles of them in testing.ts. */
const compilersPath = [
  /^packages\/core\/src\/(?:rules|tiktoken|conservative)\//,
  /^packages\/core\/src\/(?:token-counter|content-memo|extend-run|fingerprint|digest|node|testing)\.ts$/,
];

/** Sources that size the texts they write or shorten. What a request weighs is compiled after them, never added up here. */
const writers = [
  /^packages\/core\/src\/digest-summarizer\//,
  /^packages\/langgraph\/src\/(?:clip|summaries)\//,
  /^packages\/langgraph\/src\/window\/transcript-count\.ts$/,
];

/** Accounts of what was fed, which must come to what the planner counted: the host's own, and an outsider's. */
const accounts = [
  /^packages\/openwop\/src\/bind-agent\/transcript-tokens\.ts$/,
  /^packages\/openwop\/src\/testing\/conformance\/recount\.ts$/,
];

const sources = repositoryFiles(
  ["packages"],
  (path) => /^packages\/[^/]+\/src\/.*\.ts$/.test(path) && !path.endsWith(".test.ts"),
);

describe("accounting of tokens and lengths", () => {
  it("happens only in the compiler's path", () => {
    verifies("wo-01/todo/no-second-accounting");
    expect(sources.length).toBeGreaterThan(0);
    const outside = sources.filter(
      (file) => ![...compilersPath, ...writers, ...accounts].some((path) => path.test(file)),
    );
    const findings = outside.flatMap((file) =>
      findAccounting(file, readFileSync(join(repositoryRoot, file), "utf8")).map(
        ({ line, what }) => `${file}:${line} ${what}`,
      ),
    );
    expect(findings).toEqual([]);
  });
});

describe("findAccounting", () => {
  const find = (source: string) => findAccounting("x.ts", source).map((finding) => finding.what);

  it.each([
    ["counter.count(text)", "uses count()"],
    ["counter.countParts?.(parts)", "uses countParts()"],
    ["texts.map(options.tokenCounter.count)", "uses count()"],
    ["countEach(counter, parts)", "calls countEach()"],
    ["countTokensApproximately(messages)", "calls countTokensApproximately()"],
    ["await model.getNumTokens(text)", "calls getNumTokens()"],
    ["Buffer.byteLength(text)", "calls byteLength()"],
    ['import { getEncoding } from "js-tiktoken";', "imports js-tiktoken"],
    ['await import("gpt-tokenizer/encoding/o200k_base")', "imports gpt-tokenizer/encoding/o200k_base"],
    ["Math.ceil(anything.length / 4)", "uses anything.length as a size"],
    ["tokens = message.text.length * 0.25", "uses message.text.length as a size"],
    ["sum += JSON.stringify(tool).length", "uses JSON.stringify(tool).length as a size"],
    ["if (message.content.length > limit) clip()", "uses message.content.length as a size"],
    ["total + `${a}${b}`.length", "uses `${a}${b}`.length as a size"],
  ])("finds %s", (source, what) => {
    expect(find(source)).toEqual([what]);
  });

  it.each([
    "messages.length - 1",
    "if (text.length === 0) return",
    "if (message.content.length > 0) send()",
    "for (let index = 0; index < turns.length; index++) visit(index)",
    "tools.length + 1",
    "const shown = count(tokens) + row.count",
    "// Math.ceil(text.length / 4)",
    'const example = "counter.count(text)"',
    "const counter: TokenCounter = options.tokenCounter",
  ])("leaves alone %s", (source) => {
    expect(find(source)).toEqual([]);
  });
});
