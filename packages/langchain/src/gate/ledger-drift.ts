import type { CompiledBudget, LedgerRow, SegmentKind } from "@plimsoll/core";
import type { DriftChange, GateDrift, TokensBySegment } from "./gate-report.ts";

/** How many changes a report names: enough to see what to look at. */
const namedChanges = 10;

/** The ledgers of one request on its way. */
export interface DriftLedgers {
  /** As the middleware compiled it. */
  readonly budgeted: CompiledBudget;
  /** As it arrived at the gate, compiled in the same way. */
  readonly arrived: CompiledBudget;
  /** As the provider is sent it. */
  readonly sent: CompiledBudget;
}

/** What was changed between the middleware and the provider, and by how many tokens in which segment. Pure. */
export function ledgerDrift({ budgeted, arrived, sent }: DriftLedgers): GateDrift {
  const bySegment = minus(tokensOf(sent), tokensOf(budgeted));
  return {
    tokens: sent.totalInputTokens - budgeted.totalInputTokens,
    bySegment,
    conversionTokens: sent.totalInputTokens - arrived.totalInputTokens,
    changes: changesBetween(budgeted.rows, arrived.rows)
      .sort((left, right) => Math.abs(right.tokens) - Math.abs(left.tokens))
      .slice(0, namedChanges),
  };
}

function tokensOf(budget: CompiledBudget): TokensBySegment {
  return {
    system: budget.stableSystemTokens,
    tools: budget.toolSchemaTokens,
    authority: budget.authorityTokens,
    task: budget.taskAndWorkingSetTokens,
    evidence: budget.evidenceTokens,
    history: budget.historyTokens,
  };
}

function minus(left: TokensBySegment, right: TokensBySegment): TokensBySegment {
  return {
    system: left.system - right.system,
    tools: left.tools - right.tools,
    authority: left.authority - right.authority,
    task: left.task - right.task,
    evidence: left.evidence - right.evidence,
    history: left.history - right.history,
  };
}

/** Rows of equal content are the same; of the others, one of the same label in the same segment was changed. */
function changesBetween(before: readonly LedgerRow[], after: readonly LedgerRow[]): DriftChange[] {
  const same = before.findIndex((row, index) => !isSame(row, after[index]));
  const [left, right] = [before.slice(same < 0 ? before.length : same), after.slice(same < 0 ? before.length : same)];
  const gone = withoutSame(left, right);
  const come = withoutSame(right, left);
  const changes: DriftChange[] = [];
  for (const row of come) {
    const at = gone.findIndex((other) => placeOf(other) === placeOf(row));
    const [replaced] = at < 0 ? [] : gone.splice(at, 1);
    changes.push(
      change(replaced === undefined ? "added" : "changed", row, { tokens: row.tokens - (replaced?.tokens ?? 0) }),
    );
  }
  for (const row of gone) changes.push(change("removed", row, { tokens: -row.tokens }));
  return changes.filter(({ tokens }) => tokens !== 0);
}

function isSame(left: LedgerRow, right: LedgerRow | undefined): boolean {
  return left === right || (right !== undefined && identityOf(left) === identityOf(right));
}

function withoutSame(rows: readonly LedgerRow[], others: readonly LedgerRow[]): LedgerRow[] {
  const left = new Map<string, number>();
  for (const row of others) left.set(identityOf(row), (left.get(identityOf(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(identityOf(row)) ?? 0;
    left.set(identityOf(row), count - 1);
    return count <= 0;
  });
}

function identityOf({ segment, sha256, tokens }: LedgerRow): string {
  return `${segment} ${tokens} ${sha256}`;
}

/** Numbers that the framework makes up anew for each request are no difference. */
function placeOf({ segment, label }: LedgerRow): string {
  return `${segment} ${label.replace(/extract-\d+$/, "extract")}`;
}

function change(
  kind: DriftChange["change"],
  { segment, label }: { readonly segment: SegmentKind; readonly label: string },
  { tokens }: { readonly tokens: number },
): DriftChange {
  return { change: kind, segment, label, tokens };
}
