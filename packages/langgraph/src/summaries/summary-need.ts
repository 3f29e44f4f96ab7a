import type {
  Digest,
  MessageContent,
  Summarizer,
  SummaryRecord,
  SummaryStore,
  SummaryStrategy,
  TokenCounter,
} from "@plimsoll/core";

/** A turn that a summary is to stand for. */
export interface ReplacedTurn {
  readonly messages: readonly MessageContent[];
  /** Id of each message; null for one without. */
  readonly messageIds: readonly (string | null)[];
  /** The previous summary stands for it already. */
  readonly isCovered: boolean;
}

/** Everything that making, or finding, a summary takes. */
export interface SummaryNeed {
  readonly store: SummaryStore;
  readonly scope: string;
  readonly namespace: string;
  /** Model calls of the thread so far, the one this is for included. */
  readonly iteration: number;
  readonly signal: AbortSignal | undefined;
  /** Turns of the whole conversation, those that stay included. */
  readonly conversationTurns?: number | undefined;
  /** The checkpoint the model call started from. */
  readonly baseCheckpointId?: string | null | undefined;
  readonly summarizer: Summarizer;
  readonly strategy: SummaryStrategy;
  readonly digest: Digest;
  /** Counter of `maxTokens`, and of the record's numbers. */
  readonly counter: TokenCounter;
  /** Cap of the text. */
  readonly maxTokens: number;
  /** Least share of `tokensBefore` that must be saved. */
  readonly minimumGain: number;
  /** Every turn the summary is to stand for, oldest first. */
  readonly turns: readonly ReplacedTurn[];
  /** The summary it supersedes. */
  readonly previous: SummaryRecord | undefined;
  /** Tokens of what it takes out of the request. */
  readonly tokensBefore: number;
  /** Tokens of a text as it will be sent. */
  readonly weigh: (artifactId: string, text: string) => number;
  /** The request that needs it: asked for once, however often it is tried. */
  readonly requestFingerprint: string;
  /** Told once, right before the summarizer is asked. */
  readonly onAsk: () => void | Promise<void>;
}

/**
 * Why there is no summary:
 * - `summarizer-error`: it rejected, or gave no draft; `empty`: a draft without text; `too-long`: over `maxTokens`;
 * - `not-smaller`: saves less than `minimumGain`; `input-too-large`: its input has no room for even a piece of a turn;
 * - `aborted`: by this caller's signal; `already-tried`: the same request failed before;
 * - `store-error`: the store could not be read or written; `record-damaged`: what is stored is not what was recorded.
 */
export type SummaryFailure =
  | "summarizer-error"
  | "empty"
  | "too-long"
  | "not-smaller"
  | "input-too-large"
  | "aborted"
  | "already-tried"
  | "store-error"
  | "record-damaged";

/** A failed step on the way to a summary; it has changed nothing. */
export interface FailedSummary {
  readonly kind: "failed";
  readonly reason: SummaryFailure;
  /** Name of the error, where one was thrown. Never its message. */
  readonly error?: string;
}

/** A recorded summary, or why there is none. `made`: by this caller's own call of the summarizer. */
export type SummaryOutcome = { readonly kind: "made" | "reused"; readonly record: SummaryRecord } | FailedSummary;
