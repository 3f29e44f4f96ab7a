import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../repository-files.ts";
import { verifies } from "../verifies.ts";

const read = (path: string) => readFileSync(join(repositoryRoot, path), "utf8").replaceAll(/\s+/g, " ");

describe("the documentation of the host", () => {
  it("says what a seam cannot show", () => {
    verifies("rfc-0111/seam/limit-documented");
    expect(read("docs/openwop.md")).toContain("that the prompt held nothing more cannot");
  });

  it("says of each saving the RFC names whether it is taken, and why not", () => {
    verifies("rfc-0111/notes/independent-savings");
    const notes = read("docs/decisions/0019-implementation-notes-of-rfc-0111.md");
    for (const saving of [
      "Provider context-caching",
      "Per-task tool sub-allowlisting",
      "Gzip of the event stream",
      "Stripping optional event meta",
    ])
      expect(notes).toMatch(new RegExp(`\\*\\*${saving}[^*]*\\*\\*: (?:taken|declined)\\.`));
  });
});
