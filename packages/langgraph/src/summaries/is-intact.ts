import type { Digest, SummaryRecord } from "@plimsoll/core";

/** Whether the text of a record is the one that was recorded. Stores hold what others may have written: anything is taken. */
export function isIntact({ text, textSha256 }: SummaryRecord, digest: Digest): boolean {
  return typeof text === "string" && digest.sha256(text) === textSha256;
}
