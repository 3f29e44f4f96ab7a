// Our exact counters against every other package that counts these encodings: load, speed, wrong counts, unbroken texts.
import { join } from "node:path";
import { candidates, type EncodingName, encodings } from "./counters/candidates.ts";
import { buildChildPrograms, installPeers, runChildProgram } from "./counters/child-programs.ts";
import type { CandidateMeasurement } from "./counters/measure-candidate.ts";
import type { ShapeMeasurement } from "./counters/measure-shapes.ts";
import { summarize, type CandidateSummary } from "./counters/summarize.ts";
import { candidateTable, shapeTable } from "./counters/tables.ts";
import { checkCounters } from "./counters/counter-goals.ts";

const rounds = 3;
const transcripts = join(import.meta.dirname, "..", "..", "shared", "data", "transcripts");
const peers = Object.values(candidates).flatMap(({ peer }) => (peer === undefined ? [] : [peer]));
const missing = installPeers(peers);
for (const name of missing) console.log(`Not installed on this machine, not measured: ${name}`);
await buildChildPrograms(["measure-candidate", "measure-shapes"]);
const names = Object.keys(candidates).filter((name) => !missing.includes(candidates[name]?.peer ?? ""));

const results = encodings.map((encoding) => {
  const summaries = summarize(measureInterleaved(encoding));
  const shapes = runChildProgram<readonly ShapeMeasurement[]>("measure-shapes", [encoding]);
  console.log(`\n${encoding}\n${candidateTable(summaries)}\n\n${shapeTable(shapes)}`);
  return { encoding, summaries, shapes };
});
const goals = results.flatMap(checkCounters);
console.log("");
for (const { goal, value, reached } of goals) console.log(`${reached ? "reached" : "MISSED "}  ${goal}: ${value}`);
const pass = goals.every(({ reached }) => reached);
const ratios = results.map(({ encoding, summaries }) => [encoding, Object.fromEntries(summaries.map(jsonRow))]);
console.log(JSON.stringify({ bench: "counters", pass, missing, ...Object.fromEntries(ratios) }));
process.exitCode = pass ? 0 : 1;

/** Every candidate once a round, each time in a fresh process, so that a busy moment of the machine hits all alike. */
function measureInterleaved(encoding: EncodingName): ReadonlyMap<string, readonly CandidateMeasurement[]> {
  const measured = new Map<string, CandidateMeasurement[]>();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const result = runChildProgram<CandidateMeasurement | null>("measure-candidate", [name, encoding, transcripts]);
      if (result !== null) measured.set(name, [...(measured.get(name) ?? []), result]);
    }
  }
  return measured;
}

function jsonRow({ name, load, first, warm, wrong, ratio }: CandidateSummary): readonly [string, unknown] {
  return [name, { loadMs: Math.round(load), firstMtokS: round(first), warmMtokS: round(warm), wrong, ratio }];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
