import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { nodeDigest } from "@plimsoll/core/node";

const reservedPrefix = "__ctxpin__";

/** A place of its own in a saver: one checkpoint that no run ever reads. */
export interface SaverCell {
  readonly thread_id: string;
  readonly checkpoint_ns: string;
  readonly checkpoint_id: string;
}

/** Whether a checkpoint namespace holds cells. Has none of the characters that separate the steps of a subgraph's. */
export function isReserved(namespace: unknown): boolean {
  return typeof namespace === "string" && namespace.startsWith(reservedPrefix);
}

/** The cell of this name in a thread. Thread ids that savers refuse, or that look like ours, get a thread beside theirs. */
export function cellOf(scope: string, name: string): SaverCell {
  const key = nodeDigest.sha256(name).slice(0, 32);
  return {
    thread_id: scope === "" || isReserved(scope) ? `${reservedPrefix}${scope}` : scope,
    checkpoint_ns: `${reservedPrefix}${name === ledgerName ? name : key}`,
    checkpoint_id: slotOf(key),
  };
}

/** Name of the cell with a reference to every other one of its thread. */
export const ledgerName = "ledger";

/**
 * A UUID made of a key. Checkpoint ids are times: this one sorts below them all, so that whoever lists a thread from
 * its newest checkpoint on meets the cells last.
 */
export function slotOf(key: string): string {
  const digits = nodeDigest.sha256(key);
  return `00000000-${digits.slice(0, 4)}-5${digits.slice(4, 7)}-8${digits.slice(7, 10)}-${digits.slice(10, 22)}`;
}

/**
 * Writes a value into a slot of a cell, where it stays for good: savers keep the first write of a task. Write first,
 * then the checkpoint that makes it readable, which is the same for all writers.
 */
export async function writeOnce(
  saver: BaseCheckpointSaver,
  cell: SaverCell,
  { slot, value }: { readonly slot: string; readonly value: unknown },
): Promise<void> {
  const { thread_id, checkpoint_ns, checkpoint_id } = cell;
  await saver.putWrites({ configurable: { ...cell } }, [["value", value]], slot);
  const stub = {
    v: 4,
    id: checkpoint_id,
    ts: "1970-01-01T00:00:00.000Z",
    channel_values: {},
    channel_versions: {},
    versions_seen: {},
  };
  await saver.put(
    { configurable: { thread_id, checkpoint_ns } },
    stub,
    { source: "update", step: -1, parents: {} },
    {},
  );
}

/** The values of a cell by slot; undefined where nothing was written. */
export async function readCell(
  saver: BaseCheckpointSaver,
  cell: SaverCell,
): Promise<ReadonlyMap<string, unknown> | undefined> {
  const tuple = await saver.getTuple({ configurable: { ...cell } });
  if (tuple === undefined) return undefined;
  return new Map((tuple.pendingWrites ?? []).map(([slot, , value]) => [slot, value]));
}
