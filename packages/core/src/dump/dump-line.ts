import type { CompiledBudget } from "../compile-outbound-request-budget.ts";
import type { LedgerRow } from "../ledger.ts";
import type { JsonValue, SegmentKind } from "../outbound-request.ts";

/** Version of the format; a reader refuses any other. */
export const dumpVersion = "plimsoll-dump/1";

/** The first line of every dump file. */
export interface DumpHeader {
  readonly kind: "header";
  readonly dump: typeof dumpVersion;
}

/** A part of a request that is not what it was at the call before. */
export interface DumpChange {
  readonly segment: SegmentKind;
  readonly label: string;
  /** Tokens at the call before and at this one; 0 where it was not there, or is no more. */
  readonly before: number;
  readonly after: number;
}

/** One compiled request: its whole ledger, what was decided and done, and what changed. Content-free. */
export interface DumpCall {
  readonly kind: "call";
  /** Its place in the dump, from 1. */
  readonly call: number;
  /** Model calls of the thread so far, this one included. */
  readonly iteration: number;
  /** The subgraph it belongs to; empty at the root. */
  readonly namespace: string;
  /** Rows, totals, reservations, who counted, fingerprint, and the threshold decision with its inputs. */
  readonly budget: CompiledBudget;
  /** What was done with the request, as its report says. */
  readonly action: JsonValue;
  /** Against the call before of the same namespace; null at the first. */
  readonly changed: readonly DumpChange[] | null;
}

/** Something else that was told: a summary, a refusal, usage. Content-free, as events are. */
export interface DumpEvent {
  readonly kind: "event";
  readonly event: JsonValue;
}

export type DumpLine = DumpHeader | DumpCall | DumpEvent;

/** What is read of a report; `BudgetReport` of `@plimsoll/langgraph` is one. */
export interface DumpedReport {
  readonly iteration: number;
  readonly namespace: string;
  readonly budget: CompiledBudget;
  readonly action: object;
}

/** Makes the lines of a dump, in order. Pure but for what it remembers of the last call, to tell what changed. */
export interface DumpLines {
  header(): DumpHeader;
  call(report: DumpedReport): DumpCall;
  event(event: object): DumpEvent;
}

export function createDumpLines(): DumpLines {
  const last = new Map<string, readonly LedgerRow[]>();
  let calls = 0;
  return {
    header: () => ({ kind: "header", dump: dumpVersion }),
    call({ iteration, namespace, budget, action }) {
      const before = last.get(namespace);
      last.set(namespace, budget.rows);
      const changed = before === undefined ? null : changesBetween(before, budget.rows);
      return { kind: "call", call: ++calls, iteration, namespace, budget, action: plain(action), changed };
    },
    event: (event) => ({ kind: "event", event: plain(event) }),
  };
}

/** Rows that one ledger has and the other has not, matched by segment, label and content; those of the same name paired. */
export function changesBetween(before: readonly LedgerRow[], after: readonly LedgerRow[]): readonly DumpChange[] {
  const gone = unmatched(before, after);
  const come = unmatched(after, before);
  const changes = gone.map((row): DumpChange => {
    const at = come.findIndex(({ segment, label }) => segment === row.segment && label === row.label);
    const [match] = at === -1 ? [] : come.splice(at, 1);
    return { segment: row.segment, label: row.label, before: row.tokens, after: match?.tokens ?? 0 };
  });
  return [...changes, ...come.map(({ segment, label, tokens }) => ({ segment, label, before: 0, after: tokens }))];
}

function unmatched(rows: readonly LedgerRow[], others: readonly LedgerRow[]): LedgerRow[] {
  const left = new Map<string, number>();
  for (const row of others) left.set(nameOf(row), (left.get(nameOf(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(nameOf(row)) ?? 0;
    left.set(nameOf(row), count - 1);
    return count <= 0;
  });
}

/** Framing has no content of its own; its tokens tell it apart. */
function nameOf({ segment, label, sha256, tokens }: LedgerRow): string {
  return JSON.stringify([segment, label, sha256, tokens]);
}

function plain(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
