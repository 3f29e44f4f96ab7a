import type { ArtifactId } from "../summary-record.ts";
import type { WindowWeight } from "./window-weight.ts";

/**
 * Why a step is taken: the request is over its limit; its transcript is over a bound (window assembly, not
 * compaction); it is below the headroom line; it is below that line and a manual request is standing.
 */
export type PlanTrigger = "limit" | "transcript-bound" | "headroom" | "manual";

/** What all plans that change the window have in common. Amounts are expected ones; the recompiled ledger has the last word. */
interface Step {
  readonly trigger: PlanTrigger;
  /** Indexes of the turns it concerns, ascending. */
  readonly turns: readonly number[];
  /** What it frees, less what takes the place; a summary is taken to be as long as it may be. */
  readonly frees: WindowWeight;
  /** Free tokens afterwards. */
  readonly freeTokens: number;
  /** One content-free sentence with the numbers that decided. */
  readonly reason: string;
}

/** What to do with a request next: one step of the ladder, or none. */
export type WindowPlan =
  | {
      readonly kind: "hold";
      /**
       * `headroom`: nothing is called for. The others hold below the headroom line: compaction is off, or waits for a
       * manual request; a summary would not lead above the line; there is no summarizer for this request.
       */
      readonly cause: "headroom" | "off" | "not-requested" | "nothing-to-gain" | "no-summary";
      /** A manual request is standing, and holds as well. */
      readonly manualRequest: boolean;
      readonly freeTokens: number;
      readonly reason: string;
    }
  /** Put a recorded summary in place of its turns and of the summary it supersedes. */
  | (Step & { readonly kind: "reuse"; readonly artifactId: ArtifactId })
  /** Put a new summary in place of these turns and of the summary it supersedes. */
  | (Step & { readonly kind: "summarize" })
  /** Shorten every clippable text of these turns to at most `capTokens`, its marker included. */
  | (Step & { readonly kind: "clip"; readonly scope: "older" | "kept"; readonly capTokens: number })
  /** Take these turns out, covered by no summary. */
  | (Step & { readonly kind: "evict" })
  | {
      readonly kind: "refuse";
      /** `too-large`: no step is left. The others: steps are left, and not allowed. */
      readonly cause: "off" | "not-requested" | "too-large";
      /** Tokens over the window; 0 where only the transcript is over. */
      readonly shortBy: number;
      /** Tokens and entries over the transcript's bounds. */
      readonly transcriptOver: { readonly tokens: number; readonly entries: number };
      /** Tokens of the turns that could be taken out. */
      readonly replaceableTokens: number;
      readonly reason: string;
    };
