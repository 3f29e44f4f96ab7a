import type { WindowBounds } from "./window-input.ts";
import type { WindowWeight } from "./window-weight.ts";

/** One of the lines a request is held against. All amounts are room: what is left up to its hard bound. */
export interface WindowLine {
  readonly kind: "window" | "transcript-tokens" | "transcript-entries";
  /** Room now; negative when the hard bound is broken. */
  readonly room: number;
  /** Least room at which nothing need be done. */
  readonly threshold: number;
  /** Room that a summary must make where compaction is merely permitted: less would soon be due again. */
  readonly worthwhile: number;
  /** Room that a summary makes once the line is crossed. */
  readonly lowWater: number;
  /** Room that clipping and eviction make once the hard bound is broken. */
  readonly refill: number;
}

/** The part of the way from the headroom line to low water that makes a compaction worth its while. */
const worthwhilePart = 4;

/** Share of a transcript bound that is made free when it is met, so that the next entries fit without a new step. */
const transcriptSlack = 4;

/** The window's line and those of the transcript's bounds that are set. */
export function linesOf({
  freeTokens,
  headroomTokens,
  lowWaterTokens,
  transcript,
}: WindowBounds): readonly WindowLine[] {
  const window: WindowLine = {
    kind: "window",
    room: freeTokens,
    threshold: headroomTokens,
    worthwhile: headroomTokens + Math.floor((lowWaterTokens - headroomTokens) / worthwhilePart),
    lowWater: lowWaterTokens,
    refill: headroomTokens,
  };
  if (transcript === undefined) return [window];
  return [
    window,
    ...boundLine("transcript-tokens", transcript.tokens, transcript.tokenBudget),
    ...boundLine("transcript-entries", transcript.entries, transcript.entryBudget),
  ];
}

function boundLine(kind: WindowLine["kind"], used: number, bound: number | undefined): readonly WindowLine[] {
  if (bound === undefined) return [];
  const slack = Math.floor(bound / transcriptSlack);
  return [{ kind, room: bound - used, threshold: 0, worthwhile: 0, lowWater: slack, refill: slack }];
}

/** What a weight counts on this line. */
export function weightOn({ kind }: WindowLine, weight: WindowWeight): number {
  switch (kind) {
    case "window":
      return weight.tokens;
    case "transcript-tokens":
      return weight.transcript.tokens;
    case "transcript-entries":
      return weight.transcript.entries;
    default:
      return kind satisfies never;
  }
}
