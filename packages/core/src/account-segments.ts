import { type AccountedTools, accountTools } from "./account-tools.ts";
import { type CompiledRun, conversationKey } from "./compiled-run.ts";
import { contentFreeRow } from "./content-free-row.ts";
import { PlimsollError } from "./errors.ts";
import { type Accounting, extendRun } from "./extend-run.ts";
import type { LedgerRow } from "./ledger.ts";
import { type LedgerTally, tallyFrom, tallyRow } from "./ledger-tally.ts";
import type { OutboundRequest, Segment } from "./outbound-request.ts";
import type { SegmentCost } from "./rules/surface-rules.ts";

/** The rows of a request, their sums, and the run that its fingerprint is made from. */
export interface AccountedSegments {
  readonly rows: readonly LedgerRow[];
  readonly tally: LedgerTally;
  readonly run: CompiledRun;
}

/** Counts every segment of the request, each once and each only when it was not met before. */
export function accountSegments(request: OutboundRequest, accounting: Accounting): AccountedSegments {
  const { memo, rules } = accounting;
  const conversation = conversationKey(request.segments);
  const last = conversation === undefined ? undefined : memo.lastRun(conversation);
  const run = extendRun(last, request.segments, accounting);
  if (conversation !== undefined) memo.keepRun(conversation, run);
  const tools = accountTools(request, run.records, accounting);
  const tally = tallyFrom(run.tally);
  const rows: LedgerRow[] = [];
  const addRow = (row: LedgerRow): void => {
    rows.push(row);
    tallyRow(tally, row, 1);
  };
  addRow(framingRow("system", rules.requestCost(request.settings), accounting));
  for (let index = 0; index < request.segments.length; index++) {
    const messageRow = run.rows[index];
    if (messageRow !== undefined) {
      rows.push(messageRow);
      continue;
    }
    if (index === tools?.firstSegment) addRow(framingRow("tools", tools.framing, accounting));
    addRow(toolRow(request.segments[index], index, { run, tools, accounting }));
  }
  return { rows, tally, run };
}

interface ToolRowInput {
  readonly run: CompiledRun;
  readonly tools: AccountedTools | undefined;
  readonly accounting: Accounting;
}

function toolRow(segment: Segment | undefined, index: number, { run, tools, accounting }: ToolRowInput): LedgerRow {
  const cost = tools?.costs.get(index);
  const record = run.records[index];
  if (segment === undefined || segment.type === "message" || cost === undefined || record === undefined) {
    throw new PlimsollError("internal", `the ${accounting.rules.id} rules gave no cost for segment ${index}.`);
  }
  const label = segment.type === "tool" ? `schema of ${segment.tool.name}` : `response format ${segment.format.name}`;
  const { bytes, sha256 } = record;
  return {
    segment: "tools",
    label,
    tokens: cost.tokens,
    bytes,
    sha256,
    counter: accounting.counter.id,
    exactness: cost.exactness,
    segmentIndex: index,
  };
}

function framingRow(
  segment: "system" | "tools",
  { tokens, exactness }: SegmentCost,
  { counter }: Accounting,
): LedgerRow {
  const label = segment === "system" ? "request framing" : "tools framing";
  return contentFreeRow({ segment, label, tokens, counter: counter.id, exactness });
}
