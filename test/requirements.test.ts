import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryFiles, repositoryRoot } from "./repository-files.ts";
import { requirements } from "./requirements.ts";
import { checkCoverage } from "./requirements/check-coverage.ts";
import { findCitations } from "./requirements/find-citations.ts";

const seeds = join(repositoryRoot, "..", "shared", "seeds");
const sources = {
  "wo-01": "wo-01-exact-request-and-budget-compiler.md",
  "rfc-0111": "rfc-0111-context-economy.md",
} as const;

/** Normative words of the sources that bind nobody here, each with the reason. */
const notBinding = [
  ["No host `MUST` moved;", "history of the text"],
  [
    'mock supervisor MUST NOT advertise `contextBudget` per §"Scope"',
    "restates the row scope/no-model-turns-no-advertisement",
  ],
] as const;

describe("requirement coverage", () => {
  it("finds each built row cited, no planned row cited, and no unknown id", () => {
    const testFiles = repositoryFiles(["packages", "test"], (path) => path.endsWith(".test.ts"));
    const scans = testFiles.map((file) => findCitations(file, readFileSync(join(repositoryRoot, file), "utf8")));
    const coverage = checkCoverage(
      requirements,
      scans.flatMap((scan) => scan.citations),
    );
    const { rows, cited, planned, problems } = coverage;
    console.log(`requirements: ${rows} rows, ${cited} cited, ${planned} planned`);
    expect([...problems, ...scans.flatMap((scan) => scan.unreadable)]).toEqual([]);
  });
});

describe.skipIf(!seedsArePresent())("requirement rows against their sources", () => {
  it.each(Object.entries(sources))("quotes %s unchanged", (source, file) => {
    const text = readSource(file);
    const changed = rowsOf(source).filter((row) => !text.includes(collapse(row.sentence)));
    expect(changed.map((row) => row.id)).toEqual([]);
  });

  it.each(Object.entries(sources))("leaves no MUST, MUST NOT or SHOULD of %s without a row", (source, file) => {
    const text = readSource(file);
    const covered = [...rowsOf(source).map((row) => row.sentence), ...notBinding.map(([sentence]) => sentence)];
    const spans = covered.flatMap((sentence) => spansOf(collapse(sentence), text));
    const words = [...text.matchAll(/\b(?:MUST|SHOULD|SHALL|REQUIRED)\b/g)];
    const uncovered = words.filter(({ index }) => !spans.some(([start, end]) => start <= index && index < end));
    expect(uncovered.map(({ index }) => text.slice(index - 60, index + 60))).toEqual([]);
  });
});

describe("checkCoverage", () => {
  const built = { id: "a/built" };
  const planned = { id: "a/planned", planned: "pins" } as const;
  const cite = (id: string, runs = true) => ({ id, place: "x.test.ts:1", runs });

  it("accepts a cited row and an uncited planned row", () => {
    const coverage = checkCoverage([built, planned], [cite("a/built"), cite("a/built")]);
    expect(coverage).toEqual({ problems: [], rows: 2, cited: 1, planned: 1 });
  });

  it.each([
    ["an uncited row", [built], [], "a/built: no test cites it"],
    ["a cited planned row", [planned], [cite("a/planned")], 'a/planned: planned ("pins"), yet cited in x.test.ts:1'],
    ["an unknown id", [built], [cite("a/built"), cite("a/bulit")], "a/bulit: unknown id, cited in x.test.ts:1"],
    ["a duplicate id", [built, built], [cite("a/built")], "a/built: two rows carry this id"],
    ["a citation that never runs", [built], [cite("a/built", false)], "a/built: cited outside a test that runs"],
  ])("reports %s", (_, rows, citations, problem) => {
    expect(checkCoverage(rows, citations).problems.join("\n")).toContain(problem);
  });

  it("counts a row that only a skipped test cites as uncited", () => {
    expect(checkCoverage([built], [cite("a/built", false)]).problems).toContain("a/built: no test cites it");
  });
});

describe("findCitations", () => {
  const scan = (source: string) => findCitations("x.test.ts", source);

  it("reads every id of a call in a test, also in a table test", () => {
    const { citations } = scan(
      'it("a", () => { verifies("one", "two"); });\nit.each([1])("b", () => verifies("three"));',
    );
    expect(citations).toEqual([
      { id: "one", place: "x.test.ts:1", runs: true },
      { id: "two", place: "x.test.ts:1", runs: true },
      { id: "three", place: "x.test.ts:2", runs: true },
    ]);
  });

  it("ignores comments, strings and other functions", () => {
    const source =
      'it("a", () => { /* verifies("b") */ // verifies("c")\n const text = `verifies("d")`; other.verifies("e"); });';
    expect(scan(source)).toEqual({ citations: [], unreadable: [] });
  });

  it.each([
    'verifies("a");',
    'describe("d", () => verifies("a"));',
    'it.skip("t", () => verifies("a"));',
    'it.skip.each([1])("t", () => verifies("a"));',
    'describe.skip("d", () => it("t", () => verifies("a")));',
  ])("sees that a citation does not run: %s", (source) => {
    expect(scan(source).citations).toEqual([{ id: "a", place: "x.test.ts:1", runs: false }]);
  });

  it("reports ids it cannot read", () => {
    expect(scan('it("t", () => verifies(id, "a"));')).toMatchObject({ unreadable: ["x.test.ts:1"] });
  });
});

function rowsOf(source: string) {
  return requirements.filter((row) => row.id.startsWith(`${source}/`));
}

function seedsArePresent(): boolean {
  const present = existsSync(seeds);
  if (!present) console.log("requirement rows against their sources: skipped, ../shared/seeds is not here");
  return present;
}

function readSource(file: string): string {
  return collapse(readFileSync(join(seeds, file), "utf8"));
}

/** White space collapsed, the `+` of diff lines dropped. */
function collapse(text: string): string {
  return text.replace(/^\+/gm, "").replace(/\s+/g, " ");
}

function spansOf(sentence: string, text: string): readonly (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  for (let start = text.indexOf(sentence); start !== -1; start = text.indexOf(sentence, start + 1)) {
    spans.push([start, start + sentence.length]);
  }
  return spans;
}
