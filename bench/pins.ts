// A long thread with compaction on each saver: what pinning its summaries writes and reads, beside the same thread without.
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createMemorySummaryStore, withPinnedSummaries } from "@plimsoll/langgraph";
import { postgresSavers } from "../test/savers/postgres-savers.ts";
import { holdLongThread } from "./pins/long-thread.ts";
import { type SaverTraffic, watched } from "./pins/watched-saver.ts";

const { values } = parseArgs({
  options: { turns: { type: "string", default: "300" }, saver: { type: "string" } },
});
const turns = Number(values.turns);
const folder = mkdtempSync(join(tmpdir(), "plimsoll-bench-pins-"));
const postgres = (await isPostgresThere()) ? postgresSavers("postgres://postgres@127.0.0.1:5432/postgres") : undefined;
if (postgres === undefined) console.log("Not measured: PostgreSQL, as nothing answers at 127.0.0.1:5432.");

let files = 0;
const savers: Readonly<Record<string, () => Promise<BaseCheckpointSaver>>> = {
  MemorySaver: async () => new MemorySaver(),
  "SqliteSaver, file": async () => SqliteSaver.fromConnString(join(folder, `${files++}.sqlite`)),
  ...(postgres === undefined ? {} : { PostgresSaver: postgres.openSaver }),
};

interface Measured {
  readonly summaries: number;
  /** Bytes written by runs, per turn: with our wrapper and pins, and without either. */
  readonly runBytes: { readonly pinned: number; readonly bare: number };
  readonly pinBytesPerSummary: { readonly firstHalf: number; readonly secondHalf: number };
  /** Reads of records per model call, in either half of the thread. */
  readonly readsPerCall: { readonly firstHalf: number; readonly secondHalf: number };
  readonly historyReads: number;
  readonly msPerTurn: { readonly pinned: number; readonly bare: number };
}

const results: Record<string, Measured> = {};
for (const [name, open] of Object.entries(savers))
  if (values.saver === undefined || name.startsWith(values.saver)) results[name] = await measure(open);
const whole = watched(new MemorySaver());
// What it writes grows with the square of the length.
const wholeTurns = Math.min(turns, 300);
await holdLongThread(wholeTurns, { saver: withPinnedSummaries(whole.saver), keepsAll: true });
await postgres?.closeSavers();
rmSync(folder, { recursive: true, force: true });

console.log(`One thread of ${turns} turns; --turns N for another length, --saver NAME for one saver.\n`);
const columns = [
  "summaries",
  "B/turn pinned",
  "B/turn bare",
  "B/pin 1st half",
  "B/pin 2nd half",
  "reads/call 1st",
  "reads/call 2nd",
  "ms/turn pinned",
  "ms/turn bare",
];
console.log(`${"".padEnd(20)}${columns.map((each) => each.padStart(16)).join("")}`);
for (const [name, each] of Object.entries(results)) {
  const { runBytes, pinBytesPerSummary: pin, readsPerCall: reads, msPerTurn } = each;
  const cells = [
    each.summaries,
    runBytes.pinned,
    runBytes.bare,
    pin.firstHalf,
    pin.secondHalf,
    reads.firstHalf,
    reads.secondHalf,
    msPerTurn.pinned,
    msPerTurn.bare,
  ];
  console.log(`${name.padEnd(20)}${cells.map((cell) => String(Math.round(cell * 100) / 100).padStart(16)).join("")}`);
}
console.log(
  `\nWith every message kept in the state, ${wholeTurns} turns of it write ${Math.round(whole.traffic.runBytes / wholeTurns)} bytes a turn, and more each turn.`,
);
const pass = Object.values(results).every(holds);
console.log(JSON.stringify({ bench: "pins", pass, turns, savers: results }));
process.exitCode = pass ? 0 : 1;

/** Pins cost the same late as early, looking for one is as many reads late as early, no history is read, and runs write what they write without us, but for the digits that keep channel versions of branches apart. */
function holds({ summaries, runBytes, pinBytesPerSummary: pin, readsPerCall: reads, historyReads }: Measured): boolean {
  const isLinear = pin.secondHalf <= 1.1 * pin.firstHalf;
  const isConstant = reads.secondHalf <= 1.1 * reads.firstHalf;
  const isSame = Math.abs(runBytes.pinned - runBytes.bare) <= 0.03 * runBytes.bare;
  return summaries > 10 && isLinear && isConstant && isSame && historyReads === 0;
}

async function measure(open: () => Promise<BaseCheckpointSaver>): Promise<Measured> {
  const inner = watched(await open());
  const saver = withPinnedSummaries(inner.saver);
  let half: SaverTraffic | undefined;
  let halfSummaries = 0;
  const started = performance.now();
  await holdLongThread(turns, {
    saver,
    afterTurn: (turn) => {
      if (turn !== Math.floor(turns / 2)) return;
      half = { ...inner.traffic };
    },
  });
  const pinnedMs = (performance.now() - started) / turns;
  const references = await saver.summaries.list("long");
  halfSummaries = Math.round((references.length * (half?.pinWrites ?? 0)) / inner.traffic.pinWrites);
  const bare = watched(await open());
  const bareStarted = performance.now();
  await holdLongThread(turns, { saver: bare.saver, store: createMemorySummaryStore() });
  const bareMs = (performance.now() - bareStarted) / turns;
  const before = half ?? inner.traffic;
  const late = references.length - halfSummaries;
  return {
    summaries: references.length,
    runBytes: { pinned: inner.traffic.runBytes / turns, bare: bare.traffic.runBytes / turns },
    pinBytesPerSummary: {
      firstHalf: before.pinBytes / halfSummaries,
      secondHalf: (inner.traffic.pinBytes - before.pinBytes) / late,
    },
    readsPerCall: {
      firstHalf: before.pinReads / (turns / 2),
      secondHalf: (inner.traffic.pinReads - before.pinReads) / (turns / 2),
    },
    historyReads: inner.traffic.lists,
    msPerTurn: { pinned: pinnedMs, bare: bareMs },
  };
}

function isPostgresThere(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: 5432, timeout: 1_000 });
    socket.once("connect", () => resolve(socket.destroy() !== undefined));
    socket.once("error", () => resolve(false));
    socket.once("timeout", () => resolve(false));
  });
}
