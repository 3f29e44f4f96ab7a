import type { Turn } from "../group-turns.ts";
import type { ArtifactId } from "../summary-record.ts";
import type { WindowWeight } from "./window-weight.ts";

/** One turn that is still in the window, as the planner sees it. Its `tokens` are those of its rows in the ledger. */
export interface PlannedTurn extends WindowWeight {
  readonly kind: Turn["kind"];
  /** Never taken out and never clipped: system text, frames, the task, what `protect` names, a pending approval. */
  readonly protected: boolean;
  /** The active turn and the last `keepLastTurns`: never taken out, and clipped only as the last step before a refusal. */
  readonly kept: boolean;
  /** Tokens of each of its texts that may be clipped (tool results, long call arguments), as they are sent now. */
  readonly clippable: readonly number[];
}

/** The window before planning, the standing summary included. Window and ledger share a unit; the transcript has its own. */
export interface WindowBounds {
  /** Free tokens of the request as it would leave; negative when it is over its limit. */
  readonly freeTokens: number;
  /** Fewest free tokens at which compaction holds. */
  readonly headroomTokens: number;
  /** Free tokens that a summary makes, where they can be reached; at least `headroomTokens`. */
  readonly lowWaterTokens: number;
  /** The transcript as it would leave, beside its hard bounds (RFC 0111); absent where none is set. The tighter binds. */
  readonly transcript?: {
    readonly tokens: number;
    readonly entries: number;
    readonly tokenBudget?: number;
    readonly entryBudget?: number;
  };
}

/** What may be done, and with what. */
export interface WindowPolicy {
  readonly compaction: "auto" | "manual" | "off";
  /** A manual request is standing. */
  readonly requested: boolean;
  /** Absent where there is no summarizer, or where it has failed for this request. */
  readonly summary?: {
    /** Most that a new summary's message may weigh, in the ledger and in the transcript's unit. */
    readonly reserveTokens: number;
    readonly reserveTranscriptTokens: number;
    /** The summary's message that a new or a recorded one would supersede. */
    readonly standing?: { readonly tokens: number; readonly transcriptTokens: number };
  };
  /** Recorded summaries, each of exactly the first `turns` turns of the list that may be replaced. */
  readonly recorded: readonly RecordedSummary[];
  /** Whether kept turns may be clipped before a refusal. False for an advertised transcript, which is fed verbatim. */
  readonly clipKept: boolean;
  /** No cap is lower; above what a marker weighs, so that every text can be clipped to it. */
  readonly minimumClipTokens: number;
}

/** A recorded summary and what its message weighs, in the ledger and in the transcript's unit. */
export interface RecordedSummary {
  readonly artifactId: ArtifactId;
  readonly turns: number;
  readonly tokens: number;
  readonly transcriptTokens: number;
}
