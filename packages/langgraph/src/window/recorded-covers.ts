import {
  digestSummaryPolicy,
  digestTurns,
  type RecordedSummary,
  type SummaryRecord,
  type SummaryReference,
} from "@plimsoll/core";
import type { LineInput } from "./line-input.ts";
import { contentsOf } from "./open-window.ts";
import type { WeighedWindow } from "./plan-turns.ts";
import { readRecord } from "./read-record.ts";
import { summaryTokens } from "./transcript-count.ts";

/** Most recorded summaries that are weighed for one request, the newest of those that fit. */
const considered = 8;

/**
 * Recorded summaries of this conversation that stand for what is out already and some of the oldest replaceable turns:
 * made before a fork, a retry or a crash. Found by content, so edits of what is kept do not matter. Empty where the
 * store cannot be read; making a summary will say so.
 */
export async function recordedCovers(
  input: LineInput,
  { window }: WeighedWindow,
  replaceable: readonly number[],
): Promise<readonly RecordedSummary[]> {
  const { policy, run, digest } = input;
  const { summary } = policy;
  if (summary === undefined) return [];
  const policyDigest = digestSummaryPolicy(summary, digest);
  const references = await list(input);
  const candidates = references.filter(
    (each) =>
      // A replay takes what its source made, however that was made.
      each.namespace === run.namespace && (run.replay !== undefined || each.policyDigest === policyDigest),
  );
  if (candidates.length === 0) return [];
  const prefixes = prefixDigests(input, window.out, replaceable);
  const fitting = candidates.filter(({ turnCount, inputDigest }) => prefixes.get(turnCount) === inputDigest);
  const covers = await Promise.all(
    (input.run.replay === undefined ? fitting.slice(-considered) : fitting).map(async ({ artifactId, turnCount }) => {
      const record = await readRecord(artifactId, { store: run.store, scope: run.scope, digest });
      if (record === undefined || isLater(record, input)) return [];
      const tokens = summaryTokens(artifactId, record.text, input.counter);
      const transcriptTokens = summaryTokens(artifactId, record.text, policy.transcript?.counter ?? input.counter);
      return [{ artifactId, turns: turnCount - window.out.size, tokens, transcriptTokens }];
    }),
  );
  return covers.flat();
}

/** Where model calls are not counted through, the length of the conversation tells what a replay's source did not have yet. */
function isLater({ conversationTurns = 0 }: SummaryRecord, { run, transcript }: LineInput): boolean {
  return run.replay !== undefined && conversationTurns > transcript.turns.length;
}

async function list({ run }: LineInput): Promise<readonly SummaryReference[]> {
  try {
    const listed: unknown = await run.store.list(run.scope);
    return Array.isArray(listed) ? listed.filter((each) => typeof each === "object" && each !== null) : [];
  } catch {
    return [];
  }
}

/** By number of turns: the digest of what would be replaced. Only prefixes that hold everything that is out already. */
function prefixDigests(
  { transcript, digest }: LineInput,
  out: ReadonlySet<number>,
  replaceable: readonly number[],
): ReadonlyMap<number, string> {
  const turns = [...out, ...replaceable].sort((left, right) => left - right);
  const lastOut = turns.findLastIndex((turn) => out.has(turn));
  const digests = digestTurns(contentsOf(transcript, turns), digest);
  return new Map(digests.flatMap((prefix, index) => (index > lastOut ? [[index + 1, prefix] as const] : [])));
}
