import type { CompiledBudget } from "./compile-outbound-request-budget.ts";
import { formatCount } from "./format-count.ts";

/** One kind of load: its name, the mark that stands for it in the bar, and its tokens. */
type Load = readonly [label: string, mark: string, tokens: (budget: CompiledBudget) => number];

const loads: readonly Load[] = [
  ["system", "█", (budget) => budget.stableSystemTokens],
  ["tool schemas", "▓", (budget) => budget.toolSchemaTokens],
  ["authority", "▞", (budget) => budget.authorityTokens],
  ["task, working set", "▚", (budget) => budget.taskAndWorkingSetTokens],
  ["evidence", "▒", (budget) => budget.evidenceTokens],
  ["history", "░", (budget) => budget.historyTokens],
  ["output reserved", "╱", (budget) => budget.outputReservationTokens],
  ["safety margin", "·", (budget) => budget.safetyMarginTokens],
];

const barCells = 60;

/**
 * The ledger as plain text of at most 80 columns where labels allow: who counted, a bar of the window with the headroom
 * line, every load that is not zero, the total, and the decision in words. No colours, the same in every locale.
 */
export function formatLedger(budget: CompiledBudget): string {
  const { counter, decision, modelContextTokens, projectedTotalTokens } = budget;
  const { historyOnly } = decision;
  return [
    `${counter.id} (${counter.exactness}), rules ${counter.rules.id}, ${budget.requestFingerprint.slice(0, 19)}…`,
    bar(budget),
    `${" ".repeat(Math.round(barCells * (1 - decision.threshold)))}▲ ${Math.round(decision.threshold * 1_000) / 10} % free line`,
    ...loads.flatMap((load) => loadLine(load, budget)),
    `projected ${formatCount(projectedTotalTokens)} of ${formatCount(modelContextTokens)}; the conversation alone, ${formatCount(historyOnly.tokens)}, says ${historyOnly.verdict}`,
    decision.reason,
  ].join("\n");
}

function loadLine([label, mark, tokensOf]: Load, budget: CompiledBudget): readonly string[] {
  const tokens = tokensOf(budget);
  if (tokens === 0) return [];
  const share = ((tokens * 100) / budget.modelContextTokens).toFixed(1);
  return [`${mark} ${label.padEnd(18)}${formatCount(tokens).padStart(12)} ${share.padStart(7)} %`];
}

/** Cells by largest remainder, so that they add up to the projected share; what is over the window is marked, not drawn. */
function bar(budget: CompiledBudget): string {
  const exact = loads.map(([, , tokens]) => Math.max(0, (tokens(budget) * barCells) / budget.modelContextTokens));
  const cells = exact.map(Math.floor);
  const total = Math.min(barCells * 2, Math.round(exact.reduce((sum, share) => sum + share, 0)));
  const byRemainder = [...exact.keys()].sort((left, right) => remainder(exact, right) - remainder(exact, left));
  const missing = total - cells.reduce((sum, count) => sum + count, 0);
  for (const index of byRemainder.slice(0, Math.max(0, missing))) cells[index] = (cells[index] ?? 0) + 1;
  const drawn = loads.map(([, mark], index) => mark.repeat(Math.min(cells[index] ?? 0, barCells))).join("");
  return drawn.length > barCells ? `${drawn.slice(0, barCells)}▶ over` : `${drawn.padEnd(barCells)}▏`;
}

function remainder(shares: readonly number[], index: number): number {
  return (shares[index] ?? 0) % 1;
}
