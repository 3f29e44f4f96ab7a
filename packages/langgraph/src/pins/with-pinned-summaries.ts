import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { SummaryStore } from "@plimsoll/core";
import { copyThread } from "./copy-thread.ts";
import { overlay } from "./overlay.ts";
import { type PrunedSummaries, pruneSummaries } from "./prune-summaries.ts";
import { createSaverSummaryStore, shareStore } from "./saver-summary-store.ts";
import { visibleCheckpoints } from "./visible-checkpoints.ts";

/** What {@link withPinnedSummaries} adds to a saver. */
export interface PinnedSummaries {
  /** The summaries recorded in this saver. */
  readonly summaries: SummaryStore;
  /**
   * Copies a conversation and all its summaries into a new thread, up to a checkpoint (default: the newest). Histories
   * that subgraphs keep for themselves are not part of it.
   *
   * @throws PlimsollError `invalid_request`, `replay_context_summary_unavailable`; then nothing was created.
   */
  copyThread(from: string, to: string, options?: { readonly checkpointId?: string }): Promise<void>;
  /**
   * Removes the summaries of a thread that no checkpoint which is still there can come to: for use after a retention
   * has removed old ones. What might be reached is kept.
   *
   * @throws PlimsollError `invalid_options` for other savers than MemorySaver, SqliteSaver and PostgresSaver.
   */
  pruneSummaries(threadId: string): Promise<PrunedSummaries>;
}

const wrapped = new WeakSet<object>();

/**
 * A checkpoint saver as a safe home for recorded summaries. It stays the saver it is, with all its methods; in addition
 * - summaries are recorded in it, see {@link createSaverSummaryStore}, and `list` does not show them;
 * - branches of one thread never share a channel version, where the saver numbers versions 1, 2, 3: savers that store
 *   values by version would give one branch the other's state;
 * - threads can be copied with their summaries.
 */
export function withPinnedSummaries<S extends BaseCheckpointSaver>(saver: S): S & PinnedSummaries {
  if (wrapped.has(saver)) return saver as S & PinnedSummaries;
  const summaries = createSaverSummaryStore(saver);
  const members: PinnedSummaries & Pick<BaseCheckpointSaver, "list" | "getNextVersion"> = {
    summaries,
    copyThread: (from, to, { checkpointId } = {}) => copyThread(saver, summaries, { from, to, checkpointId }),
    pruneSummaries: (threadId) => pruneSummaries(saver, summaries, threadId),
    list: (...parameters) => visibleCheckpoints(saver, parameters),
    getNextVersion: (current) => forkSafe(current, saver.getNextVersion(current)),
  };
  const pinned = overlay(saver, members);
  shareStore(pinned, summaries);
  wrapped.add(pinned);
  return pinned;
}

/**
 * Gives a plain increment a fraction that no other branch has; a version of the saver's own making stays as it is.
 * Whole parts keep counting, so that a thread may go back and forth between a bare saver and this one.
 */
function forkSafe<V>(current: V | undefined, next: V): V | number {
  const before = current ?? 0;
  if (typeof before !== "number" || next !== before + 1) return next;
  return Math.floor(before) + 1 + Math.random();
}
