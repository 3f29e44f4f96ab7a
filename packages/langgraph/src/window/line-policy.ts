import type { Summarizer, SummaryStrategy, TokenCounter } from "@plimsoll/core";

/** How a request is kept under its line; every option resolved. */
export interface LinePolicy {
  readonly compaction: "auto" | "manual" | "off";
  /** Turns that are never taken out, the active one included. */
  readonly keepLastTurns: number;
  /** Share of the window that is free after a compaction, where that can be reached. */
  readonly lowWater: number;
  readonly summary: SummaryLinePolicy | undefined;
  /** Clip results and arguments in the kept turns before refusing. */
  readonly clipKeptTurns: boolean;
  readonly transcript: TranscriptPolicy | undefined;
}

/** How summaries are made. */
export interface SummaryLinePolicy {
  readonly summarizer: Summarizer;
  readonly strategy: SummaryStrategy;
  /** Cap of a summary's text. */
  readonly maxTokens: number;
  /** Counter of the cap and of the record's numbers: the transcript's where it is bounded, else the ledger's. */
  readonly counter: TokenCounter;
  /** Least share of the replaced tokens that a summary must save. */
  readonly minimumGain: number;
}

/** Bounds of the transcript (RFC 0111). */
export interface TranscriptPolicy {
  readonly tokenBudget: number | undefined;
  readonly entryBudget: number | undefined;
  readonly counter: TokenCounter;
}
