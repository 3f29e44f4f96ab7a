// What later turns need of file names and identifiers, in digests of the turns before, in recorded summaries, and in raw text.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadTiktokenCounter } from "@plimsoll/core/tiktoken";
import { compareRecorded, measureSplits } from "./summaries/measure-summaries.ts";
import { recordedSession } from "./summaries/recorded-session.ts";
import { comparisonTable, recallOf, splitTable } from "./summaries/summary-tables.ts";

const { values } = parseArgs({ options: { data: { type: "string" } } });
const directory = values.data ?? join(import.meta.dirname, "..", "..", "shared", "data", "transcripts");
const ids = ["pi-refactor-part1", "pi-large-session", "openhands-ponylang-ponyc-4595", "cline-sidebar"];
const caps = [500, 1000, 2000];
const counter = await loadTiktokenCounter("o200k_base");
const sessions = (await Promise.all(ids.map((id) => recordedSession(directory, id)))).filter(
  (each) => each !== undefined,
);
if (sessions.length === 0) {
  console.log(`Skipped: there are no recorded sessions in ${directory}; pass their folder as --data DIR.`);
  console.log(JSON.stringify({ bench: "summaries", pass: false, reason: "no data" }));
  process.exit(2);
}

const rows = sessions.flatMap((session) => measureSplits(session, caps, counter));
const compared = sessions.map((session) => compareRecorded(session, counter)).filter((each) => each !== undefined);
console.log("Recall of paths and of identifiers that the next 20 turns write and the turns before the cut know:\n");
console.log(splitTable(rows, caps));
console.log("\nRecorded summaries and digests of the same turns in as many tokens:\n");
console.log(comparisonTable(compared));

const rules = {
  "no text is over its cap": rows.every(({ cap, digest, carried, tail }) =>
    [digest, carried, tail].every(({ tokens }) => tokens <= cap),
  ),
  "a digest holds at least as many needed paths and identifiers as the recorded summary": compared.every(
    ({ digest, recorded, cap }) =>
      digest.tokens <= cap && digest.paths >= recorded.paths && digest.identifiers >= recorded.identifiers,
  ),
  "a digest holds more needed names than the newest text of the same length": caps.every((cap) => {
    const ofCap = rows.filter((row) => row.cap === cap);
    const [digest, tail] = [recallOf(ofCap, "digest"), recallOf(ofCap, "tail")];
    return digest.paths > tail.paths && digest.identifiers > tail.identifiers;
  }),
};
console.log();
for (const [rule, holds] of Object.entries(rules)) console.log(`${holds ? "holds " : "BROKEN"}  ${rule}`);
const recall = caps.map((cap) => {
  const ofCap = rows.filter((row) => row.cap === cap);
  return { cap, digest: recallOf(ofCap, "digest"), carried: recallOf(ofCap, "carried"), tail: recallOf(ofCap, "tail") };
});
const pass = Object.values(rules).every((holds) => holds);
console.log(JSON.stringify({ bench: "summaries", pass, compared, recall }));
process.exitCode = pass ? 0 : 1;
