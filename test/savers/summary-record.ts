import type { ArtifactId, SummaryRecord } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";

/** A record to store, with a text that matches its hash. */
export function summaryRecord(fields: Partial<SummaryRecord> = {}): SummaryRecord {
  const { text = "what was said", ordinal = 1 } = fields;
  return {
    version: 1,
    artifactId: artifactName(ordinal),
    namespace: "",
    policyDigest: "policy",
    inputDigest: `input ${ordinal}`,
    turnCount: 1,
    ordinal,
    text,
    textSha256: nodeDigest.sha256(text),
    replacedMessageIds: ["m1"],
    uncoveredMessageIds: [],
    iteration: 1,
    strategy: "recursive",
    summarizer: { id: "test", version: "1" },
    counter: { id: "words", version: "1" },
    tokensBefore: 100,
    tokensAfter: 10,
    previous: null,
    ...fields,
  };
}

export function artifactName(number: number): ArtifactId {
  return `ctxsum_${String(number).padStart(24, "0")}`;
}
