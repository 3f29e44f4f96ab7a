import type { ArtifactId, SummaryRecord } from "@plimsoll/core";
import type { SummaryText } from "./ask-summarizer.ts";
import { draftSummary } from "./draft-summary.ts";
import { errorName } from "./error-name.ts";
import type { FailedSummary, SummaryNeed } from "./summary-need.ts";

/** The names of the record to be made, and its place in the list. */
export interface RecordName {
  readonly artifactId: ArtifactId;
  readonly policyDigest: string;
  readonly inputDigest: string;
  readonly ordinal: number;
}

/** Asks the summarizer as the strategy says and makes the record of its text, if that saves enough. Does not store it. */
export async function makeRecord(
  need: SummaryNeed,
  name: RecordName,
): Promise<{ readonly kind: "recorded"; readonly record: SummaryRecord } | FailedSummary> {
  try {
    await need.onAsk();
    const drafted = await draftSummary(need);
    if (drafted.kind === "failed") return drafted;
    const tokensAfter = need.weigh(name.artifactId, drafted.text);
    const saved = need.tokensBefore - tokensAfter;
    if (saved < Math.max(1, need.tokensBefore * need.minimumGain)) return { kind: "failed", reason: "not-smaller" };
    return { kind: "recorded", record: recordOf(need, name, { ...drafted, tokensAfter }) };
  } catch (error) {
    return { kind: "failed", reason: "summarizer-error", error: errorName(error) };
  }
}

function recordOf(
  need: SummaryNeed,
  name: RecordName,
  { text, uncovered, usage, tokensAfter }: SummaryText & { readonly tokensAfter: number },
): SummaryRecord {
  const { summarizer, strategy, counter, digest, turns, previous } = need;
  return {
    version: 1,
    ...name,
    namespace: need.namespace,
    turnCount: turns.length,
    text,
    textSha256: digest.sha256(text),
    replacedMessageIds: turns.flatMap(({ messageIds, isCovered }) => (isCovered ? [] : messageIds)),
    uncoveredMessageIds: uncovered,
    iteration: need.iteration,
    strategy,
    summarizer: { id: summarizer.id, version: summarizer.version },
    counter: { id: counter.id, version: counter.version },
    tokensBefore: need.tokensBefore,
    tokensAfter,
    ...(usage === undefined ? {} : { usage }),
    previous: previous?.artifactId ?? null,
    baseCheckpointId: need.baseCheckpointId ?? null,
    ...(need.conversationTurns === undefined ? {} : { conversationTurns: need.conversationTurns }),
  };
}
