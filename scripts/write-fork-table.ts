// Measures the table of forks in docs/replay.md anew; needs a PostgreSQL at 127.0.0.1:5432 for its column.
import { readFileSync, writeFileSync } from "node:fs";
import { formatTable, marksOf, parseTable } from "../test/savers/fork-table.ts";
import { postgresSavers } from "../test/savers/postgres-savers.ts";
import { embeddedTableSavers } from "../test/savers/table-savers.ts";

const file = "docs/replay.md";
const postgres = postgresSavers("postgres://postgres@127.0.0.1:5432/postgres");
const text = readFileSync(file, "utf8");
const columns: Record<string, Readonly<Record<string, string>>> = { ...parseTable(text) };
for (const [name, saver] of Object.entries(embeddedTableSavers())) columns[name] = await marksOf(saver);
columns["PostgresSaver"] = await marksOf({ open: postgres.openSaver, close: postgres.closeSavers });
const [start, end] = ["<!-- fork table -->", "<!-- end of fork table -->"];
const before = text.slice(0, text.indexOf(start) + start.length);
writeFileSync(file, `${before}\n\n${formatTable(columns)}\n\n${text.slice(text.indexOf(end))}`);
