// Every billed request of the ground truth against our ledger, LangChain's counter and a plain count of the JSON.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadTiktokenCounter } from "../packages/core/src/tiktoken/load-tiktoken-counter.ts";
import { groundTruthCases } from "./truth/ground-truth-cases.ts";
import { measureTruth } from "./truth/measure-truth.ts";
import { comparedCounters, truthRows } from "./truth/truth-rows.ts";
import { checkTruth } from "./truth/truth-rules.ts";
import { truthTable } from "./truth/truth-table.ts";

const { values } = parseArgs({ options: { data: { type: "string" } } });
const directory = values.data ?? join(import.meta.dirname, "..", "..", "shared", "data", "ground-truth");
const cases = groundTruthCases(directory);
if (cases === undefined) {
  console.log(`There is no ground truth in ${directory}; pass its folder as --data DIR.`);
  console.log(JSON.stringify({ bench: "truth", pass: false, reason: "no data" }));
  process.exit(2);
}

const measured = await measureTruth(cases);
const rows = truthRows(measured, await loadTiktokenCounter("o200k_base"));
const rules = checkTruth(measured);
const pass = rules.every(({ broken }) => broken.length === 0);
console.log(truthTable(comparedCounters, rows));
console.log(
  "\nworst and over: most tokens below and above the bill; ratio: median of count ÷ bill; label: of the group's ledgers.\n",
);
for (const { rule, broken } of rules)
  console.log([`${broken.length === 0 ? "holds " : "BROKEN"}  ${rule}`, ...broken].join("\n          "));
const groups = rows.map(({ group, label, statistics: [plimsoll, langchain, json] }) => [
  group,
  { label, plimsoll, langchain, json },
]);
console.log(
  JSON.stringify({ bench: "truth", pass, cases: measured.length, groups: Object.fromEntries(groups) as object }),
);
process.exitCode = pass ? 0 : 1;
