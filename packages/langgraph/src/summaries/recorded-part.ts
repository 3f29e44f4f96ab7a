import { artifactIdOf, digestSummaryPolicy, digestTurns, type SummaryRecord, type SummaryUsage } from "@plimsoll/core";
import { askSummarizer, type Drafted, type ShownTurn, type SummaryInput } from "./ask-summarizer.ts";
import { isIntact } from "./is-intact.ts";
import { renderTurns } from "./render-turns.ts";
import type { FailedSummary, SummaryNeed } from "./summary-need.ts";

/** A text that stands for some turns on the way to the summary. */
export interface Part {
  readonly turns: readonly ShownTurn[];
  readonly text: string;
  readonly usage: SummaryUsage | undefined;
}

interface PartRequest {
  /** Steps away from the originals, from 1. */
  readonly level: number;
  readonly input: SummaryInput;
}

/** The recorded text for these turns, or a new one; turns shorter than a summary may be are their own text. */
export async function partOf(
  need: SummaryNeed,
  turns: readonly ShownTurn[],
  { level, input }: PartRequest,
): Promise<Part | FailedSummary> {
  const originals = renderTurns(turns);
  const tokensBefore = need.counter.count(originals);
  if (tokensBefore <= need.maxTokens) return { turns, text: originals, usage: undefined };
  const { digest, namespace } = need;
  const policyDigest = digestSummaryPolicy({ ...need, part: level }, digest);
  const contents = turns.map(({ messages }) => messages);
  const inputDigest = digestTurns(contents, digest).at(-1) ?? "";
  const artifactId = artifactIdOf({ namespace, policyDigest, inputDigest }, digest);
  const found = await storedText(need, () => need.store.get(need.scope, artifactId));
  if (found !== undefined) return { turns, text: found, usage: undefined };
  const asked = await askSummarizer(need, input);
  if (asked.kind === "failed") return asked;
  const record = partRecord(need, { turns, asked, tokensBefore, key: { artifactId, policyDigest, inputDigest } });
  const winner = await storedText(need, () => need.store.put(need.scope, record));
  return { turns, text: winner ?? asked.text, usage: asked.usage };
}

/** A store that fails here costs a call more the next time; whether the summary can be recorded decides at the end. */
async function storedText(
  { digest }: SummaryNeed,
  read: () => Promise<SummaryRecord | undefined>,
): Promise<string | undefined> {
  try {
    const record = await read();
    return record !== undefined && isIntact(record, record.artifactId, digest) ? record.text : undefined;
  } catch {
    return undefined;
  }
}

interface MadePart {
  readonly turns: readonly ShownTurn[];
  readonly asked: Drafted;
  readonly tokensBefore: number;
  readonly key: Pick<SummaryRecord, "artifactId" | "policyDigest" | "inputDigest">;
}

function partRecord(need: SummaryNeed, { turns, asked, tokensBefore, key }: MadePart): SummaryRecord {
  const { summarizer, counter, digest } = need;
  return {
    version: 1,
    ...key,
    namespace: need.namespace,
    turnCount: turns.length,
    ordinal: 0,
    text: asked.text,
    textSha256: digest.sha256(asked.text),
    replacedMessageIds: turns.flatMap(({ messageIds }) => messageIds),
    uncoveredMessageIds: [],
    iteration: need.iteration,
    strategy: need.strategy,
    summarizer: { id: summarizer.id, version: summarizer.version },
    counter: { id: counter.id, version: counter.version },
    tokensBefore,
    tokensAfter: counter.count(asked.text),
    ...(asked.usage === undefined ? {} : { usage: asked.usage }),
    previous: null,
    baseCheckpointId: need.baseCheckpointId ?? null,
  };
}
