import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryFiles, repositoryRoot } from "./repository-files.ts";

interface Row {
  readonly id: string;
  readonly proof: string;
  /** Where the table's titles are to be found that name no file. */
  readonly file: string;
}

/** The rows of every table of docs/reports.md, with the file named above each. */
function rowsOf(page: string): readonly Row[] {
  return page.split(/^## /m).flatMap((section) => {
    const file = /^Tests: `([^`]+)`$/m.exec(section)?.[1] ?? "";
    const lines = section.split("\n").filter((line) => line.startsWith("| A"));
    return lines.map((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      return { id: cells[1] ?? "", proof: cells.at(-2) ?? "", file };
    });
  });
}

interface Citation {
  readonly file: string;
  readonly title: string;
}

const citation = /(?:`([^`]+)`: )?"([^"]+)"/g;

/** Every quoted title of a proof, with the file named before it. */
function citationsOf({ proof, file }: Row): readonly Citation[] {
  return [...proof.matchAll(citation)].map(([, named = file, title = ""]) => ({ file: named, title }));
}

/** Titles of the tests of a file; of a table of tests its pattern. */
function titlesOf(file: string): readonly string[] {
  const path = join(repositoryRoot, file);
  if (!file.endsWith(".test.ts") || !existsSync(path)) return [];
  return [...readFileSync(path, "utf8").matchAll(/(?<!describe)\(\s*"([^"]+)",\s*(?:async )?\(/g)].map(
    ([, title = ""]) => title,
  );
}

const rows = rowsOf(readFileSync(join(repositoryRoot, "docs/reports.md"), "utf8"));

describe("docs/reports.md", () => {
  it("has one row for each of the 48 reports, in their order", () => {
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 48 }, (_, index) => `A${index + 1}`));
  });

  it("names only tests that there are", () => {
    const citations = rows.flatMap(citationsOf);
    expect(citations.filter(({ file, title }) => !titlesOf(file).includes(title))).toEqual([]);
  });

  it("says nothing beside its tests but what is planned or open, and that where it names none", () => {
    const unclear = rows.filter((row) => {
      const rest = row.proof.replaceAll(citation, "").replace(/^[;.\s]+/, "");
      const isMarked = /^\*\*(?:Planned|Open)\*\*: \S/.test(rest);
      return !isMarked && (rest !== "" || citationsOf(row).length === 0);
    });
    expect(unclear).toEqual([]);
  });

  it("names every test of a report in that report's row", () => {
    const files = repositoryFiles(["test/scenarios"], (path) => path.includes("/reported-"));
    const numbered = files.flatMap((file) =>
      titlesOf(file).flatMap((title) => {
        const ids = /^(A\d+(?:, A\d+)*): /.exec(title)?.[1]?.split(", ") ?? [];
        return ids.map((id) => ({ id, file, title }));
      }),
    );
    expect(numbered.length).toBeGreaterThan(0);
    const cited = rows.flatMap((row) => citationsOf(row).map((found) => JSON.stringify({ id: row.id, ...found })));
    expect(numbered.filter((test) => !cited.includes(JSON.stringify(test)))).toEqual([]);
  });
});
