// Replays recorded sessions through a real agent and compares the ledger with what the provider counted.
// `pnpm --silent example replay-transcript [--all] [FILE ...]`
import assert from "node:assert/strict";
import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { distribution } from "./distribution.ts";
import { grouped, printPoints, printSpread } from "./print-points.ts";
import { differencesOf } from "./known-differences.ts";
import { readRecording } from "./recording.ts";
import { replay, type ReplayedCall } from "./replay.ts";
import { type UsagePoint, usagePoints, withFirstDifference, withoutBrokenOff } from "./usage-point.ts";

const folder = fileURLToPath(new URL("../../../shared/data/transcripts/", import.meta.url));
const defaults = ["pi-large-session.json", "openhands-ponylang-ponyc-4595.json"];

const all = process.argv.includes("--all");
const named = process.argv.slice(2).filter((argument) => argument !== "--all");

async function main(): Promise<void> {
  if (named.length === 0 && !existsSync(folder)) {
    console.log("Skipped: the recorded sessions are not here. Name a transcript file to replay it.");
    return;
  }
  const replayed: Replayed[] = [];
  for (const path of named.length === 0 ? defaults.map((file) => folder + file) : named)
    replayed.push(await replayFile(path));
  for (const each of replayed) if (each.points.length > 0) printSpreads(each);
  console.log(
    "\nAsserted: every request of every replay was message for message as recorded, every usage point was met, all rows sum to their totals.",
  );
}

interface Replayed {
  readonly id: string;
  readonly points: readonly UsagePoint[];
}

async function replayFile(path: string): Promise<Replayed> {
  const recording = await readRecording(path);
  setMaxListeners(Math.max(10, ...recording.messages.map(({ calls }) => 2 * calls.length))); // parallel calls all listen to the run's abort signal
  const started = performance.now();
  const calls = await replay(recording);
  const milliseconds = performance.now() - started;
  checkLedgers(calls);
  const points = usagePoints(recording, calls);
  console.log(`\n${recording.id}: ${recording.title}`);
  console.log(
    `  ${grouped(recording.messages.length)} messages, ${grouped(calls.length)} requests replayed in ${(milliseconds / 1_000).toFixed(1)} s, of which ${budgetingTime(calls)}`,
  );
  console.log(`  model ${recording.modelId}; counted with ${countersOf(calls).join("; ")}`);
  for (const line of differencesOf(recording, points)) console.log(`  ${line}`);
  if (points.length === 0) console.log("  The recording holds no counts of the provider.");
  else printPoints(points, all);
  return { id: recording.id, points };
}

function checkLedgers(calls: readonly ReplayedCall[]): void {
  for (const { report } of calls) {
    assert.equal(report.action.kind, "sent", "nothing is evicted");
    assert.equal(
      report.budget.rows.reduce((sum, { tokens }) => sum + tokens, 0),
      report.budget.totalInputTokens,
      "the rows sum to the total",
    );
  }
}

function budgetingTime(calls: readonly ReplayedCall[]): string {
  const times = calls.map(({ milliseconds }) => milliseconds);
  const total = times.reduce((sum, time) => sum + time, 0);
  return `${(total / 1_000).toFixed(1)} s on the way through the middleware (median ${distribution(times).median.toFixed(1)} ms a request)`;
}

function countersOf(calls: readonly ReplayedCall[]): readonly string[] {
  const names = calls.map(
    ({
      report: {
        budget: { counter },
      },
    }) => `${counter.id}, rules ${counter.rules.id}: ${counter.exactness}`,
  );
  return [...new Set(names)];
}

/** The spread as recorded, and with the known differences between the recording and what the provider was sent taken out. */
function printSpreads({ id, points }: Replayed): void {
  console.log(`\n${id}: ${points.length} points`);
  printSpread("ours against the provider, requests as recorded", points);
  const sent = withoutBrokenOff(points);
  if (points.some(({ brokenOff }) => brokenOff > 0)) printSpread("less the turns that were broken off", sent);
  printSpread(
    "and with the first request's difference added to each, for what was sent but not recorded",
    withFirstDifference(sent),
  );
}

await main();
