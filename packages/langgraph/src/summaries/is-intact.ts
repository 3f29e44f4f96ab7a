import type { ArtifactId, Digest, SummaryRecord } from "@plimsoll/core";
import * as z from "zod";

const ids = z.array(z.string().nullable());
const schema = z.object({
  version: z.literal(1),
  namespace: z.string(),
  policyDigest: z.string(),
  inputDigest: z.string(),
  turnCount: z.number(),
  ordinal: z.number(),
  text: z.string(),
  textSha256: z.string(),
  replacedMessageIds: ids,
  uncoveredMessageIds: ids,
  iteration: z.number(),
  strategy: z.string(),
  counter: z.object({ id: z.string(), version: z.string() }),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
});

/**
 * Whether a record is whole, the one of this name, smaller than what it replaced, and its text the one that was recorded. Stores hold what others may
 * have written: anything is taken.
 */
export function isIntact(record: unknown, artifactId: ArtifactId, digest: Digest): record is SummaryRecord {
  const parsed = schema.safeParse(record);
  if (!parsed.success || parsed.data.tokensAfter >= parsed.data.tokensBefore) return false;
  if (Reflect.get(Object(record), "artifactId") !== artifactId) return false;
  return digest.sha256(parsed.data.text) === parsed.data.textSha256;
}
