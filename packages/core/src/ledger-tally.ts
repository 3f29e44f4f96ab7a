import type { LedgerRow, SegmentTotals } from "./ledger.ts";
import { type Exactness, leastExact } from "./token-counter.ts";

/** Sums over rows that grow and shrink with them: tokens by segment, rows by level. Whole numbers, so exact either way. */
export interface LedgerTally {
  readonly tokens: { -readonly [kind in keyof SegmentTotals]: number };
  readonly levels: { [level in Exactness]: number };
}

/** A tally of nothing, or a copy of another. */
export function tallyFrom(other?: LedgerTally): LedgerTally {
  return {
    tokens: { system: 0, tools: 0, authority: 0, task: 0, evidence: 0, history: 0, ...other?.tokens },
    levels: { exact: 0, sound: 0, calibrated: 0, conservative: 0, ...other?.levels },
  };
}

/** Adds a row to the tally, or takes it out again. */
export function tallyRow({ tokens, levels }: LedgerTally, row: LedgerRow, direction: 1 | -1): void {
  tokens[row.segment] += direction * row.tokens;
  levels[row.exactness] += direction;
}

/** The level of the rows' sum. */
export function levelOf({ levels }: LedgerTally): Exactness {
  const present = (Object.keys(levels) as Exactness[]).filter((level) => levels[level] > 0);
  return leastExact(present);
}
