import type { KeptLine } from "../window/line-input.ts";
import type { BudgetAction, StandingSummaryReport, UncoveredReport } from "./budget-report.ts";

/** What was done with a request, in references and numbers. */
export function actionOf(kept: KeptLine): BudgetAction {
  const { plan, window } = kept;
  const clipped = kept.entries.filter(({ isClipped }) => isClipped).length;
  if (plan?.kind === "refuse") return { kind: "refused", shortBy: plan.shortBy };
  if (window.out.size === 0 && clipped === 0) return { kind: "sent" };
  return {
    kind: "shortened",
    summary: summaryReport(kept),
    uncovered: uncoveredReport(kept),
    clippedMessages: clipped,
  };
}

function summaryReport({ window: { summary } }: KeptLine): StandingSummaryReport | null {
  if (summary === undefined) return null;
  const { artifactId, tokensBefore, tokensAfter } = summary.record;
  return { artifactId, turns: summary.covers.size, source: summary.source, tokensBefore, tokensAfter };
}

function uncoveredReport({ window: { transcript, out, summary }, steps }: KeptLine): UncoveredReport {
  const isCovered = (turn: number): boolean => summary?.covers.has(turn) === true;
  const evicted = steps
    .flatMap((step) => (step.kind === "evict" ? step.leaving : []))
    .filter((turn) => !isCovered(turn));
  const messages = evicted.flatMap((turn) => transcript.turns[turn]?.entries ?? []);
  return {
    turns: [...out].filter((turn) => !isCovered(turn)).length,
    newTurns: evicted.length,
    newMessageIds: messages.map((index) => transcript.messages[index]?.id ?? null),
  };
}
