import type { ArtifactId, Digest, SummaryRecord, SummaryStore } from "@plimsoll/core";
import { isIntact } from "../summaries/is-intact.ts";
import { boundedMap, perStore } from "../summaries/per-store.ts";

/** Where recorded texts are read from. */
export interface RecordedTexts {
  readonly store: SummaryStore;
  readonly scope: string;
  readonly digest: Digest;
}

/** Records in use at once by the conversations of a process; some kilobytes each. */
const remembered = 500;

const records = perStore(() => boundedMap<string, SummaryRecord>(remembered));

/**
 * The whole record of a summary; undefined where it is gone, damaged or cannot be read now. Read once: records never
 * change, so the same object comes back for as long as it is in use.
 */
export async function readRecord(
  artifactId: ArtifactId,
  { store, scope, digest }: RecordedTexts,
): Promise<SummaryRecord | undefined> {
  const key = `${scope}\n${artifactId}`;
  const known = records(store).get(key);
  if (known !== undefined) return known;
  try {
    const record = await store.get(scope, artifactId);
    if (!isIntact(record, artifactId, digest)) return undefined;
    records(store).set(key, record);
    return record;
  } catch {
    return undefined;
  }
}
