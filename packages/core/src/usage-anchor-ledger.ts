import type { CompiledRun } from "./compiled-run.ts";
import { contentFreeRow } from "./content-free-row.ts";
import type { Digest } from "./digest.ts";
import type { LedgerRow } from "./ledger.ts";
import type { OutboundRequest, Segment } from "./outbound-request.ts";
import { isSystemMessage } from "./system-message.ts";
import { type Exactness, leastExact, type TokenCounter } from "./token-counter.ts";
import { prefixFingerprint, type UsageAnchor } from "./usage-anchor.ts";

/** Whether the ledger stands on a reported usage. */
export type AnchorUse =
  | {
      readonly used: true;
      /** Segments whose tokens, together with all framing, are the reported ones. */
      readonly segments: number;
      readonly inputTokens: number;
      /** Reported minus counted: the tokens of the row "difference to the reported usage". */
      readonly difference: number;
    }
  | {
      readonly used: false;
      /** One sentence, content-free. */
      readonly reason: string;
    };

interface CountedRequest {
  readonly request: OutboundRequest;
  readonly rows: readonly LedgerRow[];
  readonly run: CompiledRun;
  /** Level of the ledger as counted. */
  readonly exactness: Exactness;
  readonly counter: TokenCounter;
  readonly digest: Digest;
}

interface AnchoredLedger {
  readonly rows: readonly LedgerRow[];
  readonly exactness: Exactness;
  /** Tokens to add to the system segment. */
  readonly difference: number;
  readonly use: AnchorUse;
}

/**
 * The counted ledger put on the reported usage of its prefix: one row more, so that framing, prefix and that row sum to
 * what was reported. Where the anchor is of another prefix the ledger stays as it was counted.
 */
export function anchorLedger(anchor: UsageAnchor, counted: CountedRequest): AnchoredLedger {
  const reason = reasonAgainst(anchor, counted);
  if (reason !== undefined) {
    return { rows: counted.rows, exactness: counted.exactness, difference: 0, use: { used: false, reason } };
  }
  const { segments, inputTokens } = anchor;
  const added = counted.rows.filter((row) => (row.segmentIndex ?? -1) >= segments);
  const difference = inputTokens - (sumOf(counted.rows) - sumOf(added));
  const [framing, ...others] = counted.rows;
  return {
    rows: [...(framing === undefined ? [] : [framing]), differenceRow(difference), ...others],
    exactness: levelOfAdded(added, counted.counter),
    difference,
    use: { used: true, segments, inputTokens, difference },
  };
}

function reasonAgainst(anchor: UsageAnchor, { request, run, counter, digest }: CountedRequest): string | undefined {
  if (counter.unit !== "tokens") return "Usage is reported in tokens and the counter's unit is another.";
  if (anchor.segments > request.segments.length) {
    return `The request has ${request.segments.length} segments, fewer than the ${anchor.segments} of the anchor.`;
  }
  if (toolsReachBeyond(anchor.segments, request.segments)) {
    return "Tools, a response format or the first system text were added after the anchor's segments.";
  }
  const prefix = { request, contents: run.records, length: anchor.segments };
  return prefixFingerprint(prefix, digest) === anchor.prefixFingerprint
    ? undefined
    : "Surface, model, settings or the first segments are not those of the anchor.";
}

/** Tools are sent as one text, on some surfaces inside the first system message: an addition changes the bill of the prefix. */
function toolsReachBeyond(length: number, segments: readonly Segment[]): boolean {
  const lastTool = segments.findLastIndex(({ type }) => type !== "message");
  return lastTool >= 0 && Math.max(lastTool, segments.findIndex(isSystemMessage)) >= length;
}

function levelOfAdded(added: readonly LedgerRow[], counter: TokenCounter): Exactness {
  return added.length === 0 ? "exact" : leastExact([counter.exactness, ...added.map(({ exactness }) => exactness)]);
}

function sumOf(rows: readonly LedgerRow[]): number {
  return rows.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** In the system segment, beside the request's framing: nobody knows which segment the difference belongs to. */
function differenceRow(tokens: number): LedgerRow {
  const label = "difference to the reported usage";
  return contentFreeRow({ segment: "system", label, tokens, counter: "provider", exactness: "exact" });
}
