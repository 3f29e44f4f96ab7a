import { PlimsollError } from "./errors.ts";
import { enclosingGraph } from "./stable-namespace.ts";
import type { SummaryRecord } from "./summary-record.ts";

/** Units a transcript is counted in (RFC 0111, `tokenCounter`). */
export type TranscriptCounterName = "o200k_base" | "cl100k_base" | "chars" | "host-defined";

/** Exactly the payload of RFC 0111's `context.summarized`. Content-free: the text is read by `summaryRef`. */
export interface ContextSummarizedPayload {
  /** Model calls of the thread when the summary was made, the one it was made for included; from 1. */
  readonly iteration: number;
  /** Ids of the messages it stands in for, those under the summary it superseded included; `@n`, its place among them from 0, for one without an id. */
  readonly replacedTurns: readonly string[];
  /** The artifact that holds the text. */
  readonly summaryRef: string;
  readonly tokenCounter: TranscriptCounterName;
  /** Tokens that left the request, and tokens of the summary in their place; always fewer. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

export interface ContextSummarizedEvent {
  readonly type: "context.summarized";
  readonly payload: ContextSummarizedPayload;
  /** The subgraph it was made in, without task ids; absent at the root. */
  readonly namespace?: string;
}

/**
 * The event of a recorded summary and of every message it stands in for, those under the summaries before it included:
 * the same for whoever reuses the record.
 *
 * @throws PlimsollError `internal` for a record whose summary is not smaller than what it replaces: no store was given such a one.
 */
export function contextSummarizedEvent(
  record: SummaryRecord,
  replacedMessageIds: readonly (string | null)[],
): ContextSummarizedEvent {
  requireSmaller(record);
  const graph = enclosingGraph(record.namespace);
  return {
    type: "context.summarized",
    payload: {
      iteration: record.iteration,
      replacedTurns: replacedMessageIds.map((id, index) => id ?? `@${index}`),
      summaryRef: record.artifactId,
      tokenCounter: counterNameOf(record.counter.id),
      tokensBefore: record.tokensBefore,
      tokensAfter: record.tokensAfter,
    },
    ...(graph === "" ? {} : { namespace: graph }),
  };
}

function requireSmaller({ artifactId, tokensBefore, tokensAfter }: SummaryRecord): void {
  if (tokensAfter < tokensBefore) return;
  throw new PlimsollError(
    "internal",
    `the record ${artifactId} says that ${tokensAfter} tokens replaced ${tokensBefore}; remove it from the store, where something else must have written it.`,
    { details: { artifactId, tokensBefore, tokensAfter } },
  );
}

/** The name RFC 0111 has for a counter. */
export function counterNameOf(counterId: string): TranscriptCounterName {
  switch (counterId) {
    case "o200k_base":
    case "cl100k_base":
    case "chars":
      return counterId;
    default:
      return "host-defined";
  }
}
