import type { SummaryUsage } from "@plimsoll/core";
import {
  askSummarizer,
  fitsSummarizer,
  type ShownTurn,
  type SummaryInput,
  type SummaryText,
  totalUsage,
} from "./ask-summarizer.ts";
import { cutChunk } from "./cut-chunk.ts";
import { mapReduce } from "./map-reduce.ts";
import type { FailedSummary, SummaryNeed } from "./summary-need.ts";

/**
 * Asks the summarizer as the strategy says (RFC 0111):
 * - `sliding-window`: afresh from the originals, whatever summaries there were before;
 * - `recursive`: the previous summary and what is newly replaced;
 * - `map-reduce`: a recorded text for each chunk that fits the summarizer's input, then one of these.
 *
 * Input that does not fit is taken in chunks; the first two carry the text of one over to the next. Nothing is cut off.
 */
export async function draftSummary(need: SummaryNeed): Promise<SummaryText | FailedSummary> {
  const { previous, turns } = need;
  switch (need.strategy) {
    case "sliding-window":
      return fold(need, { turns, previous: undefined });
    case "recursive": {
      const added = previous === undefined ? turns : turns.filter(({ isCovered }) => !isCovered);
      const folded = await fold(need, { turns: added, previous: previous?.text });
      if (folded.kind === "failed" || previous === undefined) return folded;
      return { ...folded, uncovered: [...previous.uncoveredMessageIds, ...folded.uncovered] };
    }
    case "map-reduce":
      return mapReduce(need);
    default:
      return need.strategy satisfies never;
  }
}

async function fold(need: SummaryNeed, input: SummaryInput): Promise<SummaryText | FailedSummary> {
  const usages: (SummaryUsage | undefined)[] = [];
  const uncovered: (string | null)[] = [];
  let rest: readonly ShownTurn[] = input.turns;
  let text = input.previous;
  for (;;) {
    const previous = text;
    const chunk = cutChunk(rest, (shown) => fitsSummarizer(need, { turns: shown, previous }));
    if (chunk === undefined) return { kind: "failed", reason: "input-too-large" };
    const asked = await askSummarizer(need, { turns: chunk.turns, previous });
    if (asked.kind === "failed") return asked;
    usages.push(asked.usage);
    uncovered.push(...chunk.uncovered);
    if (chunk.rest.length === 0) return { ...asked, usage: totalUsage(usages), uncovered };
    text = asked.text;
    rest = chunk.rest;
  }
}
