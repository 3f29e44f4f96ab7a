import { PlimsollError, type SummaryRecord, type SummaryStore } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { neededRecords, requireUnbroken } from "../pins/assert-replayable.ts";
import { parseRecord } from "../pins/stored-summary.ts";
import { summaryUnavailable } from "../pins/summary-unavailable.ts";
import { isIntact } from "../summaries/is-intact.ts";
import type { DeclaredReplay } from "./replay-source.ts";

/** What a replay goes by. */
export interface ReplayPlan {
  /** Whole records of the source, by their ordinals. */
  readonly records: readonly SummaryRecord[];
  readonly byName: ReadonlyMap<string, SummaryRecord>;
  /** Number of the event the replay starts from, for refusals. */
  readonly fromSeq: number | undefined;
}

/**
 * Reads the records of a source and checks them all.
 *
 * @throws PlimsollError `replay_context_summary_unavailable`; `invalid_options` for a thread without a store.
 */
export async function readReplayPlan(
  { source, ...start }: DeclaredReplay,
  store: SummaryStore | undefined,
): Promise<ReplayPlan> {
  const { fromSeq } = start;
  const records =
    typeof source === "string"
      ? await neededRecords(requireStore(store, source), source, start)
      : checked(typeof source === "function" ? await read(source, fromSeq) : source, fromSeq);
  requireUnbroken(records, start);
  const ordered = records.toSorted((one, other) => one.ordinal - other.ordinal);
  return {
    records: Object.freeze(ordered),
    byName: new Map(ordered.map((record) => [record.artifactId, record])),
    fromSeq,
  };
}

function requireStore(store: SummaryStore | undefined, thread: string): SummaryStore {
  if (store !== undefined) return store;
  throw new PlimsollError(
    "invalid_options",
    `the replay names the thread ${thread}, and no store to read its records from; pass the store, or the records.`,
  );
}

async function read(
  reader: () => Promise<readonly SummaryRecord[]>,
  fromSeq: number | undefined,
): Promise<readonly SummaryRecord[]> {
  try {
    const records: unknown = await reader();
    if (Array.isArray(records)) return records;
  } catch (cause) {
    throw summaryUnavailable({ summaryRef: "(any)", why: "cannot be looked up", fromSeq, cause });
  }
  throw summaryUnavailable({ summaryRef: "(any)", why: "cannot be looked up: the reader gave no list", fromSeq });
}

/** Parts that only summaries are made from are never read again. */
function checked(records: readonly unknown[], fromSeq: number | undefined): readonly SummaryRecord[] {
  return records.flatMap((value) => {
    const name: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "artifactId") : undefined;
    const summaryRef = typeof name === "string" ? name : "(unknown)";
    const record = parseRecord(value, summaryRef, fromSeq);
    if (!isIntact(record, record.artifactId, nodeDigest))
      throw summaryUnavailable({ summaryRef, why: "is not what was recorded: it does not match its hash", fromSeq });
    return record.ordinal === 0 ? [] : [record];
  });
}
