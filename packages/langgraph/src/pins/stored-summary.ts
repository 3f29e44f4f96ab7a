import type { ArtifactId, SummaryRecord, SummaryReference } from "@plimsoll/core";
import * as z from "zod";
import { summaryUnavailable } from "./summary-unavailable.ts";

const referenceSchema = z.object({
  artifactId: z.custom<ArtifactId>((value) => typeof value === "string" && value.startsWith("ctxsum_")),
  namespace: z.string(),
  policyDigest: z.string(),
  inputDigest: z.string(),
  turnCount: z.number().int(),
  ordinal: z.number().int(),
});

/**
 * A stored value as a record. Only its version is checked: a record that is damaged is handed out as it is, for
 * `isIntact` to find.
 *
 * @throws PlimsollError `replay_context_summary_unavailable` for another version, or what is no record at all.
 */
export function parseRecord(value: unknown, summaryRef: string, fromSeq?: number): SummaryRecord {
  const version: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "version") : undefined;
  if (version === 1) return value as SummaryRecord;
  const why =
    version === undefined
      ? "is damaged: what is stored under its name is no record"
      : `was recorded in version ${String(version)} of the record, and this package reads version 1 (update it wherever this thread runs)`;
  throw summaryUnavailable({ summaryRef, why, fromSeq });
}

/**
 * Stored values as references, in the order in which stores list them.
 *
 * @throws PlimsollError `replay_context_summary_unavailable` where one is no reference.
 */
export function parseReferences(values: Iterable<unknown>): readonly SummaryReference[] {
  const references = [...values].map((value) => {
    const parsed = referenceSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw summaryUnavailable({
      summaryRef: "(unknown)",
      why: "is damaged: its entry in the list of its thread is none",
    });
  });
  return references.sort(
    (left, right) => left.ordinal - right.ordinal || (left.artifactId < right.artifactId ? -1 : 1),
  );
}

/** What a store lists of a record. */
export function referenceOf(record: SummaryReference): SummaryReference {
  const { artifactId, namespace, policyDigest, inputDigest, turnCount, ordinal } = record;
  return { artifactId, namespace, policyDigest, inputDigest, turnCount, ordinal };
}
