import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../repository-files.ts";
import { marksOf, parseTable } from "../savers/fork-table.ts";
import { postgresSavers } from "../savers/postgres-savers.ts";

const isReachable = await new Promise<boolean>((resolve) => {
  const socket = connect({ host: "127.0.0.1", port: 5432, timeout: 1_000 });
  socket.once("connect", () => resolve(socket.destroy() !== undefined));
  socket.once("error", () => resolve(false));
  socket.once("timeout", () => resolve(false));
});
if (!isReachable) console.log("skipped: the PostgreSQL column of the table, as nothing answers at 127.0.0.1:5432");

describe.runIf(isReachable)("the table of forks in docs/replay.md", () => {
  it("is what is measured over PostgresSaver", async () => {
    const postgres = postgresSavers("postgres://postgres@127.0.0.1:5432/postgres");
    const documented = parseTable(readFileSync(join(repositoryRoot, "docs/replay.md"), "utf8"));
    expect(documented["PostgresSaver"]).toEqual(
      await marksOf({ open: postgres.openSaver, close: postgres.closeSavers }),
    );
  });
});
