import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph";
import { type ArtifactId, enclosingGraph, PlimsollError, type SummaryRecord, type SummaryStore } from "@plimsoll/core";
import { readBudgetState } from "../budget/budget-state.ts";
import { summaryArtifactOf } from "../window/summary-message.ts";
import { eraserOf } from "./erase-record.ts";
import { visibleCheckpoints } from "./visible-checkpoints.ts";

/** What a pruning removed, and what it left. */
export interface PrunedSummaries {
  readonly pruned: readonly ArtifactId[];
  readonly kept: readonly ArtifactId[];
}

/**
 * Removes the recorded summaries of a thread that no checkpoint which is still there can come to: those that do not
 * stand in it, were made at or before its model call, and stand for no more turns than are out already. For use after a
 * retention has removed old checkpoints; where all are still there, nothing is removed.
 *
 * What might be reached is kept: summaries of subgraphs, and texts that summaries are made from. A replay of what was
 * pruned is refused, as its records are gone. Do not run it on a thread whose checkpoints are being removed.
 *
 * @throws PlimsollError `invalid_options` for a saver whose single records cannot be removed (all but MemorySaver, SqliteSaver
 * and PostgresSaver); `replay_context_summary_unavailable` where one of the records cannot be read. Then nothing was removed.
 */
export async function pruneSummaries(
  saver: BaseCheckpointSaver,
  store: SummaryStore,
  threadId: string,
): Promise<PrunedSummaries> {
  const erase = eraserOf(saver);
  const records = await recordsOf(store, threadId);
  const ordinals = new Map(records.map(({ artifactId, ordinal }) => [artifactId, ordinal]));
  const reached = new Set<ArtifactId>(records.filter(isAlwaysKept).map(({ artifactId }) => artifactId));
  let survivors = 0;
  for await (const tuple of visibleCheckpoints(saver, [{ configurable: { thread_id: threadId } }, undefined])) {
    survivors++;
    if ((tuple.config.configurable?.["checkpoint_ns"] ?? "") !== "") continue;
    const position = positionOf(tuple, ordinals);
    for (const record of records) if (canReach(position, record)) reached.add(record.artifactId);
  }
  const gone = records.filter(({ artifactId }) => survivors === 0 || !reached.has(artifactId));
  for (const { artifactId } of gone) await erase(threadId, artifactId);
  await requireGone(store, threadId, gone);
  const pruned = new Set(gone.map(({ artifactId }) => artifactId));
  return {
    pruned: [...pruned],
    kept: records.map(({ artifactId }) => artifactId).filter((artifactId) => !pruned.has(artifactId)),
  };
}

async function recordsOf(store: SummaryStore, threadId: string): Promise<readonly SummaryRecord[]> {
  const records: SummaryRecord[] = [];
  for (const { artifactId } of await store.list(threadId)) {
    const record = await store.get(threadId, artifactId);
    if (record !== undefined) records.push(record);
  }
  return records;
}

/** A subgraph may be entered anew from any checkpoint of its parent; parts serve later summaries as well. */
function isAlwaysKept({ namespace, ordinal }: SummaryRecord): boolean {
  return ordinal === 0 || enclosingGraph(namespace) !== "";
}

/** How far a checkpoint has come. */
interface Position {
  /** Model calls budgeted; 0 where that is not known. */
  readonly iteration: number;
  readonly turnsOut: number;
  /** The summaries that stand in its state. */
  readonly standing: ReadonlySet<string>;
  /** Ordinal of the newest summary that was put into the messages in the place of its turns; 0 for none. */
  readonly rewritten: number;
}

function positionOf({ checkpoint }: CheckpointTuple, ordinals: ReadonlyMap<string, number>): Position {
  const values = checkpoint.channel_values;
  const state = readBudgetState(values);
  const inlined = Object.values(values).flatMap(inlinedIn);
  const named = state?.standing?.summary?.artifactId;
  return {
    iteration: state?.iteration ?? 0,
    turnsOut: state?.standing?.out?.turns ?? 0,
    standing: new Set(named === undefined ? inlined : [named, ...inlined]),
    rewritten: Math.max(0, ...inlined.map((artifactId) => ordinals.get(artifactId) ?? 0)),
  };
}

function inlinedIn(value: unknown): readonly ArtifactId[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((message: unknown) => {
    if (typeof message !== "object" || message === null) return [];
    const mark: unknown = Reflect.get(message, "additional_kwargs");
    const id: unknown = Reflect.get(message, "id");
    if (typeof mark !== "object" || mark === null || typeof id !== "string") return [];
    return summaryArtifactOf({ id, additional_kwargs: mark }) ?? [];
  });
}

/** By running on from there, as often as one likes: a summary is looked for only where it takes more turns out. */
function canReach({ iteration, turnsOut, standing, rewritten }: Position, record: SummaryRecord): boolean {
  if (standing.has(record.artifactId) || record.iteration > iteration) return true;
  return record.turnCount > turnsOut && record.ordinal >= rewritten;
}

/** The way into a saver is its own affair and may change; what cannot be removed must not be said to be. */
async function requireGone(
  store: SummaryStore,
  threadId: string,
  gone: readonly { readonly artifactId: ArtifactId }[],
): Promise<void> {
  const listed = new Set((await store.list(threadId)).map(({ artifactId }) => artifactId));
  for (const { artifactId } of gone) {
    if (!listed.has(artifactId) && (await store.get(threadId, artifactId)) === undefined) continue;
    throw new PlimsollError(
      "internal",
      `the summary ${artifactId} is still there after it was removed; this version of the saver stores it elsewhere: keep it, or delete the thread.`,
      { details: { artifactId } },
    );
  }
}
