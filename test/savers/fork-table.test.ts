import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../repository-files.ts";
import { marksOf, parseTable } from "./fork-table.ts";
import { embeddedTableSavers } from "./table-savers.ts";

const documented = parseTable(readFileSync(join(repositoryRoot, "docs/replay.md"), "utf8"));

describe("the table of forks in docs/replay.md", () => {
  it.each(Object.entries(embeddedTableSavers()))("is what is measured over %s", async (name, saver) => {
    expect(documented[name]).toEqual(await marksOf(saver));
  });
});
