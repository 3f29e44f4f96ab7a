// Ways to keep a conversation within its window, on recorded sessions in real agent loops.
// `pnpm bench policies [--session ID] [--window TOKENS] [--policy NAME]`, each as often as you like.
import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Recording, readRecording } from "../examples/replay-transcript/recording.ts";
import { loadTiktokenCounter } from "../packages/core/src/tiktoken/load-tiktoken-counter.ts";
import { installPeers } from "./counters/child-programs.ts";
import { type Policy, policies, sendEverything } from "./policies/policy-list.ts";
import { largestRequest, type PolicyRow, policyResult } from "./policies/policy-result.ts";
import { brokenRules } from "./policies/policy-rules.ts";
import { legend, policyTable } from "./policies/policy-table.ts";
import { replayPolicy } from "./policies/replay-policy.ts";
import { requestReader } from "./policies/request-pieces.ts";
import { sessionReference } from "./policies/session-reference.ts";

const names = { type: "string", multiple: true } as const;
const { values } = parseArgs({ options: { session: names, window: names, policy: names, data: { type: "string" } } });
const windows = (values.window ?? ["16000", "32000", "64000", "128000"]).map(Number);
const directory = values.data ?? join(import.meta.dirname, "..", "..", "shared", "data", "transcripts");
if (!existsSync(directory)) {
  console.log(`Skipped: there are no recorded sessions in ${directory}; pass their folder as --data DIR.`);
  console.log(JSON.stringify({ bench: "policies", pass: false, reason: "no data" }));
  process.exit(2);
}

const started = performance.now();
const sessions = chosen(await readSessions(), ({ id }) => id, values.session);
const measured = installed(chosen(policies, ({ name }) => name, values.policy));
for (const { name, note } of measured) console.log(`${name}: ${note}`);
const counter = await loadTiktokenCounter("o200k_base");
const read = requestReader(counter);
const rows: PolicyRow[] = [];
for (const session of sessions) rows.push(...(await measureSession(session)));
const broken = rows.flatMap(brokenRules);
console.log(`\n${legend.join("\n")}\n`);
for (const each of broken) console.log(`BROKEN  ${each}`);
const pass = broken.length === 0 && rows.some(({ policy }) => policy.ours);
const seconds = Math.round((performance.now() - started) / 1_000);
console.log(JSON.stringify({ bench: "policies", pass, seconds, rows: rows.map(jsonRow) }));
process.exitCode = pass ? 0 : 1;

/** The largest first: a problem shows soon. */
async function readSessions(): Promise<readonly Recording[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".json") && file !== "index.json");
  const recordings = await Promise.all(files.map((file) => readRecording(join(directory, file))));
  return recordings.toSorted((left, right) => right.messages.length - left.messages.length);
}

function chosen<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  wanted: readonly string[] | undefined,
): readonly Item[] {
  const unknown = wanted?.find((name) => !items.some((item) => nameOf(item) === name));
  if (unknown === undefined) return items.filter((item) => wanted?.includes(nameOf(item)) ?? true);
  console.log(`There is no "${unknown}" among ${items.map(nameOf).join(", ")}.`);
  process.exit(2);
}

function installed(wanted: readonly Policy[]): readonly Policy[] {
  const peers = wanted.flatMap(({ peer }) => (peer === undefined ? [] : [peer]));
  const missing = peers.length === 0 ? [] : installPeers(peers);
  for (const name of missing) console.log(`Not installed on this machine, not measured: ${name}`);
  return wanted.filter(({ peer }) => peer === undefined || !missing.includes(peer));
}

async function measureSession(recording: Recording): Promise<readonly PolicyRow[]> {
  setMaxListeners(Math.max(10, ...recording.messages.map(({ calls }) => 2 * calls.length))); // parallel calls all listen to the run's abort signal
  const reference = sessionReference(recording);
  const replay = (policy: Policy, contextWindow: number) =>
    replayPolicy(reference, { policy, contextWindow, read, count: (text) => counter.count(text) });
  const everything = await replay(sendEverything, Math.max(...windows));
  const largest = largestRequest(everything);
  console.log(`\n${recording.id}: ${everything.calls.length} calls, the largest request of ${largest} tokens`);
  const found: PolicyRow[] = [];
  for (const window of windows) {
    if (largest * 2 < window) {
      console.log(`\n${window}: not run, no request fills half of this window`);
      continue;
    }
    const ofWindow: PolicyRow[] = [];
    for (const policy of measured) {
      const replayed = policy === sendEverything ? everything : await replay(policy, window);
      ofWindow.push({ recording, window, policy, result: policyResult(replayed, everything, window) });
    }
    console.log(`\n${window}\n${policyTable(ofWindow)}`);
    found.push(...ofWindow);
  }
  return found;
}

function jsonRow({ recording, window, policy, result }: PolicyRow): object {
  const numbers = Object.entries(result).map(([name, value]) => [name, Math.round(value * 1_000) / 1_000]);
  return { session: recording.id, window, policy: policy.name, ...Object.fromEntries(numbers) };
}
