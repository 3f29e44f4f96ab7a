import type { BaseMessage } from "@langchain/core/messages";
import {
  type CompiledBudget,
  compileOutboundRequestBudget,
  createContentMemo,
  type OutboundRequest,
} from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { loadTiktokenCounter } from "@plimsoll/core/tiktoken";
import { projectTranscript } from "@plimsoll/langgraph";
import { getEncoding } from "js-tiktoken";
import { countTokensApproximately } from "langchain";
import { agentTranscript, reloaded } from "./ledger/agent-transcript.ts";

const floors = { warmToApproximate: 1, reloadedToApproximate: 15, runAgainstRecount: 50 };
const messageCount = 1_000;
const rounds = 101;
/** Rounds that are not counted: both sides are compiled by the engine first. */
const warmUps = 20;
const turns = 250;

const counter = await loadTiktokenCounter("o200k_base");
const memo = createContentMemo();

function requestOf(messages: readonly BaseMessage[]): OutboundRequest {
  const { segments } = projectTranscript(messages);
  return {
    surface: "openai-chat",
    modelId: "gpt-4o",
    contextWindow: 1_000_000,
    reservations: { output: 0 },
    settings: {},
    segments,
  };
}

function compile(request: OutboundRequest, into = memo): CompiledBudget {
  return compileOutboundRequestBudget(request, { counter, digest: nodeDigest, memo: into });
}

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Medians of work measured in turn with LangChain's pass over the same messages, so that both meet the same machine. */
function beside(
  messages: readonly BaseMessage[],
  prepare: () => () => unknown,
): { readonly ours: number; readonly approximate: number } {
  const ours: number[] = [];
  const approximate: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const work = prepare();
    const peer = milliseconds(() => countTokensApproximately([...messages]));
    const own = milliseconds(work);
    if (round < 0) continue;
    approximate.push(peer);
    ours.push(own);
  }
  return { ours: median(ours), approximate: median(approximate) };
}

/** A conversation that grows by four messages a turn, budgeted on every turn; the recount is sampled on every tenth. */
function measureRun(): { readonly ours: number; readonly recount: number } {
  const messages = agentTranscript(turns * 4, 11);
  const encoder = getEncoding("o200k_base");
  const fresh = createContentMemo();
  let ours = 0;
  let recount = 0;
  for (let turn = 1; turn <= turns; turn++) {
    const soFar = messages.slice(0, turn * 4);
    ours += milliseconds(() => compile(requestOf(soFar), fresh));
    if (turn % 10 !== 0) continue;
    recount += 10 * milliseconds(() => soFar.forEach((message) => encoder.encode(message.text, [], [])));
  }
  return { ours, recount };
}

const messages = agentTranscript(messageCount);
const request = requestOf(messages);
const cold = milliseconds(() => compile(request));
const tokens = compile(request).totalInputTokens;
const warm = beside(messages, () => () => compile(request));
const whole = beside(messages, () => () => compile(requestOf(messages)));
const reload = beside(messages, () => {
  const copied = requestOf(reloaded(messages));
  return () => compile(copied);
});
const run = measureRun();

const ratios = {
  warmToApproximate: warm.ours / warm.approximate,
  projectAndWarmToApproximate: whole.ours / whole.approximate,
  reloadedToApproximate: reload.ours / reload.approximate,
  runAgainstRecount: run.recount / run.ours,
};
const pass =
  ratios.warmToApproximate <= floors.warmToApproximate &&
  ratios.reloadedToApproximate <= floors.reloadedToApproximate &&
  ratios.runAgainstRecount >= floors.runAgainstRecount;

const rows: readonly (readonly [what: string, ms: number, beside: number])[] = [
  ["compile, nothing changed", warm.ours, warm.approximate],
  ["project and compile, nothing changed", whole.ours, whole.approximate],
  ["compile, reloaded from a checkpoint", reload.ours, reload.approximate],
  ["compile, first time (once)", cold, warm.approximate],
];
console.log(`${messageCount} messages, ${tokens} tokens; medians of ${rounds} interleaved rounds`);
console.log(`${" ".repeat(40)}${"ours".padStart(13)}${"LangChain".padStart(13)}   ratio`);
for (const [what, ms, peer] of rows) {
  console.log(
    `${what.padEnd(40)}${ms.toFixed(3).padStart(10)} ms${peer.toFixed(3).padStart(10)} ms${(ms / peer).toFixed(2).padStart(8)}`,
  );
}
console.log(`\n${turns} turns of 4 messages, budgeted on every turn`);
console.log(`${"ours, projection included".padEnd(40)}${run.ours.toFixed(0).padStart(10)} ms`);
console.log(
  `${"js-tiktoken recount (every 10th × 10)".padEnd(40)}${run.recount.toFixed(0).padStart(10)} ms${ratios.runAgainstRecount.toFixed(0).padStart(8)} × ours`,
);
console.log(JSON.stringify({ bench: "ledger", pass, floors, ratios }));
