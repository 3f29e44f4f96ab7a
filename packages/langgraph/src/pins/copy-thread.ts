import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph";
import { PlimsollError, type SummaryStore } from "@plimsoll/core";
import { neededRecords } from "./assert-replayable.ts";

/** A thread to copy, and the thread to copy it into. */
export interface ThreadCopy {
  readonly from: string;
  readonly to: string;
  /** Checkpoint to fork at. Default: the newest. */
  readonly checkpointId?: string | undefined;
}

/**
 * Copies a conversation up to a checkpoint, with all its recorded summaries, into a new thread. Checkpoints keep their
 * ids. What was already written after the last of them is left out, so that the copy runs on from there by itself.
 *
 * @throws PlimsollError `invalid_request` where there is nothing to copy or the target is not empty;
 * `replay_context_summary_unavailable` where a summary of the thread cannot be read. Then nothing was created.
 */
export async function copyThread(saver: BaseCheckpointSaver, store: SummaryStore, copy: ThreadCopy): Promise<void> {
  const { from, to, checkpointId } = copy;
  const chain = await chainOf(saver, from, checkpointId);
  if (chain.length === 0) throw nothingToCopy(copy);
  if ((await saver.getTuple(at(to))) !== undefined) throw notEmpty(to);
  await neededRecords(store, from, {});
  for (const { artifactId } of await store.list(from)) {
    const record = await store.get(from, artifactId);
    if (record !== undefined) await store.put(to, record);
  }
  // Oldest first: a copy that breaks off is a shorter conversation, not one with holes.
  for (const [index, id] of chain.entries()) {
    const tuple = await saver.getTuple(at(from, id));
    if (tuple !== undefined) await copyCheckpoint(saver, tuple, { to, isLast: index === chain.length - 1 });
  }
}

/** Ids from the first checkpoint to this one. Only ids are kept: a state may be large. */
async function chainOf(saver: BaseCheckpointSaver, thread: string, checkpointId?: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let tuple = await saver.getTuple(at(thread, checkpointId));
  while (tuple !== undefined) {
    ids.push(tuple.checkpoint.id);
    tuple = tuple.parentConfig === undefined ? undefined : await saver.getTuple(tuple.parentConfig);
  }
  return ids.reverse();
}

async function copyCheckpoint(
  saver: BaseCheckpointSaver,
  {
    checkpoint,
    metadata = { source: "fork", step: -1, parents: {} },
    parentConfig,
    pendingWrites = [],
  }: CheckpointTuple,
  { to, isLast }: { readonly to: string; readonly isLast: boolean },
): Promise<void> {
  const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
  const target = at(to, typeof parent === "string" ? parent : undefined);
  const written = await saver.put(target, checkpoint, metadata, checkpoint.channel_versions);
  if (isLast) return;
  const tasks = new Map<string, [string, unknown][]>();
  for (const [task, channel, value] of pendingWrites) tasks.set(task, [...(tasks.get(task) ?? []), [channel, value]]);
  // Savers do not tell the path that orders the writes of one step; their order stands in for it.
  for (const [index, [task, writes]] of [...tasks].entries())
    await saver.putWrites(written, writes, task, String(index).padStart(9, "0"));
}

function at(thread: string, checkpointId?: string) {
  return {
    configurable: {
      thread_id: thread,
      checkpoint_ns: "",
      ...(checkpointId === undefined ? {} : { checkpoint_id: checkpointId }),
    },
  };
}

function nothingToCopy({ from, checkpointId }: ThreadCopy): PlimsollError {
  const what = checkpointId === undefined ? "has no checkpoint" : `has no checkpoint ${checkpointId}`;
  return new PlimsollError("invalid_request", `thread ${from} ${what}; name a thread and checkpoint that exist.`, {
    details: { from, checkpointId },
  });
}

function notEmpty(to: string): PlimsollError {
  return new PlimsollError(
    "invalid_request",
    `thread ${to} has checkpoints already; a thread is copied into a new one: choose another id, or delete it first.`,
    { details: { to } },
  );
}
