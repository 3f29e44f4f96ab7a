import type { SummaryRecord, SummaryReference, SummaryStore } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { isIntact } from "../summaries/is-intact.ts";
import { summaryUnavailable } from "./summary-unavailable.ts";

/** Where a replay starts. */
export interface ReplayStart {
  /** First model call that is replayed, counted within the thread from 1. Default 1: the whole conversation. */
  readonly fromIteration?: number;
  /** Number of the event it starts from, repeated in the refusal's `details`. */
  readonly fromSeq?: number;
}

/**
 * Checks, before anything is created, that a replay finds every summary it will need: those recorded from its start on,
 * and for each namespace the one before that stands there. Reads those records and nothing else.
 *
 * @throws PlimsollError `replay_context_summary_unavailable` (409) with `details.summaryRef` and `details.fromSeq`, where
 * one is missing, unreadable, or not what was recorded.
 */
export async function assertReplayable(store: SummaryStore, scope: string, start: ReplayStart = {}): Promise<void> {
  requireUnbroken(await neededRecords(store, scope, start), start);
}

/** The records a replay will need, whole, newest first. */
export async function neededRecords(
  store: SummaryStore,
  scope: string,
  start: ReplayStart,
): Promise<readonly SummaryRecord[]> {
  const { fromIteration = 1 } = start;
  const standing = new Set<string>();
  const needed: SummaryRecord[] = [];
  for (const reference of [...(await list(store, scope, start))].reverse()) {
    // A part that only other summaries are made from is never read again.
    if (reference.ordinal === 0 || standing.has(reference.namespace)) continue;
    const record = await readable(store, scope, { ...start, reference });
    needed.push(record);
    if (record.iteration < fromIteration) standing.add(reference.namespace);
  }
  return needed;
}

/**
 * Refuses where a summary that is replayed supersedes one that is not among the records: it was pruned, or left out.
 *
 * @throws PlimsollError `replay_context_summary_unavailable`.
 */
export function requireUnbroken(records: readonly SummaryRecord[], { fromIteration = 1, fromSeq }: ReplayStart): void {
  const names = new Set(records.map(({ artifactId }) => artifactId));
  for (const { iteration, previous } of records) {
    if (iteration < fromIteration || previous === null || names.has(previous)) continue;
    throw summaryUnavailable({ summaryRef: previous, why: "is superseded by one of the replay, and is gone", fromSeq });
  }
}

async function list(
  store: SummaryStore,
  scope: string,
  { fromSeq }: ReplayStart,
): Promise<readonly SummaryReference[]> {
  try {
    return await store.list(scope);
  } catch (cause) {
    throw summaryUnavailable({ summaryRef: "(any)", why: "cannot be looked up", fromSeq, cause });
  }
}

async function readable(
  store: SummaryStore,
  scope: string,
  { reference, fromSeq }: ReplayStart & { readonly reference: SummaryReference },
): Promise<SummaryRecord> {
  const refuse = (why: string, cause?: unknown) =>
    summaryUnavailable({ summaryRef: reference.artifactId, why, fromSeq, cause });
  const record = await store.get(scope, reference.artifactId).catch((cause: unknown) => {
    throw refuse("cannot be read", cause);
  });
  if (record === undefined) throw refuse("was recorded in this thread and is gone");
  if (!isIntact(record, reference.artifactId, nodeDigest))
    throw refuse("is not what was recorded: its text does not match its hash");
  return record;
}
