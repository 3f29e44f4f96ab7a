/** Name of a recorded summary: made of what it summarizes and how, so that the same summary has the same name anywhere. */
export type ArtifactId = `ctxsum_${string}`;

/** How a summary takes up what was replaced before (RFC 0111, `summarization.strategy`). */
export type SummaryStrategy = "sliding-window" | "recursive" | "map-reduce";

/** Tokens a model summarizer was billed for, as its provider reported them. */
export interface SummaryUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What finding a recorded summary again needs; small, so that a store can list it for a whole thread. */
export interface SummaryReference {
  readonly artifactId: ArtifactId;
  /** The graph namespace the summary was made in, without task ids; empty at the root. */
  readonly namespace: string;
  /** Digest of how it was made: summarizer, version, prompt, strategy, cap. */
  readonly policyDigest: string;
  /** Digest of the content it stands in for: no ids, no usage (see `digestTurns`). */
  readonly inputDigest: string;
  /** How many turns it stands in for. */
  readonly turnCount: number;
  /** Its place among the summaries of its scope when it was made, from 1; 0 for a part that only summaries are made from. */
  readonly ordinal: number;
}

/** A recorded summary. Plain JSON; stored before the request that uses it leaves, and never changed. */
export interface SummaryRecord extends SummaryReference {
  readonly version: 1;
  /** Well-formed: a lone surrogate of the summarizer's was replaced by U+FFFD, so that every store keeps it byte for byte. */
  readonly text: string;
  readonly textSha256: string;
  /** Ids of the messages it newly stands in for, in order; those of `previous` come before them. Null for messages without one. */
  readonly replacedMessageIds: readonly (string | null)[];
  /** Ids of those of them that the summarizer did not get to see, where its input was too small. */
  readonly uncoveredMessageIds: readonly (string | null)[];
  /** The model call before which it was made, counted within the thread from 1. */
  readonly iteration: number;
  readonly strategy: SummaryStrategy;
  readonly summarizer: { readonly id: string; readonly version: string };
  /** Counter of the two numbers below. */
  readonly counter: { readonly id: string; readonly version: string };
  /** What it took out of the request: the newly replaced messages and the summary it supersedes. Always more than `tokensAfter`. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly usage?: SummaryUsage;
  /** The summary it supersedes. */
  readonly previous: ArtifactId | null;
  /** The checkpoint of its graph that the model call started from; null, or absent in older records, where there is none. */
  readonly baseCheckpointId?: string | null;
  /** Turns of the whole conversation when it was made; absent in older records. A replay does not take it at fewer. */
  readonly conversationTurns?: number;
  /**
   * Ids of the events of `replacedMessageIds` and the number of the event that told of it, where a host keeps a log: its
   * store adds them as it puts the record, and everyone is given what the store has.
   */
  readonly replacedEventIds?: readonly (string | null)[];
  readonly sequence?: number;
}

/**
 * Where summaries are recorded. A scope is one conversation (a thread); nothing is ever shared between scopes.
 * Implementations pass `summaryStoreSuite` of `@plimsoll/core/testing`.
 */
export interface SummaryStore {
  /** The record, or undefined where there is none. Rejects where the store cannot be read. */
  get(scope: string, artifactId: ArtifactId): Promise<SummaryRecord | undefined>;
  /**
   * Stores the record unless one of that name is there, and resolves to the one that is stored once it is durable:
   * the first writer wins, and all writers get the winner's.
   */
  put(scope: string, record: SummaryRecord): Promise<SummaryRecord>;
  /** References of all records of the scope, in the order of their ordinals, then of their names. */
  list(scope: string): Promise<readonly SummaryReference[]>;
}
