// Recorded agents whose provider reported its count on every call: the next call's input by an anchor on the last report.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureAnchoring } from "./anchoring/measure-anchoring.ts";
import { type Errors, errorStatistics } from "./anchoring/error-statistics.ts";
import { readUsageTranscript } from "./anchoring/usage-transcript.ts";

const { values } = parseArgs({ options: { data: { type: "string" } } });
const directory = values.data ?? join(import.meta.dirname, "..", "..", "shared", "data", "transcripts");
const recordings = [
  { file: "pi-large-session.json", surface: "anthropic" },
  { file: "pi-refactor-part1.json", surface: "anthropic" },
  { file: "openhands-ponylang-ponyc-4595.json", surface: "generic" },
] as const;

const results: Record<string, { readonly anchored: Errors; readonly alone: Errors }> = {};
for (const { file, surface } of recordings) {
  const transcript = readUsageTranscript(join(directory, file));
  if (transcript === undefined) {
    console.log(`Skipped ${file}: there is none in ${directory}; pass its folder as --data DIR.`);
    continue;
  }
  const predictions = await measureAnchoring(transcript, surface);
  results[transcript.id] = {
    anchored: errorStatistics(predictions.map(({ anchored, reported }) => ({ predicted: anchored, reported }))),
    alone: errorStatistics(predictions.map(({ alone, reported }) => ({ predicted: alone, reported }))),
  };
}

console.log(
  "Error of the next call's input in tokens (% of the reported input); under: share of calls above the ledger.\n",
);
console.log(
  `${"".padEnd(38)}${["calls", "median", "p5", "p95", "worst under", "under"].map((each) => each.padStart(17)).join("")}`,
);
for (const [id, { anchored, alone }] of Object.entries(results)) {
  console.log(line(`${id}, anchored`, anchored));
  console.log(line("  ledger alone", alone));
}
console.log(
  "\nThe pi recordings hold no system text and tools inferred from calls, so the ledger alone cannot be right there; the anchor covers them.",
);
const pass = Object.keys(results).length > 0;
console.log(JSON.stringify({ bench: "anchoring", pass, ...(pass ? {} : { reason: "no data" }), recordings: results }));
process.exitCode = pass ? 0 : 2;

function line(label: string, errors: Errors): string {
  const { calls, tokens, percent, underRate } = errors;
  const cells = (["median", "p5", "p95", "worstUnder"] as const).map((key) => `${tokens[key]} (${percent[key]} %)`);
  const all = [`${calls}`, ...cells, `${(underRate * 100).toFixed(1)} %`];
  return `${label.padEnd(38)}${all.map((cell) => cell.padStart(17)).join("")}`;
}
