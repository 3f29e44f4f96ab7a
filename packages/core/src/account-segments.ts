import { accountTools } from "./account-tools.ts";
import type { ContentMemo, ContentRecord } from "./content-memo.ts";
import type { Digest } from "./digest.ts";
import { PlimsollError } from "./errors.ts";
import type { LedgerRow } from "./ledger.ts";
import type { OutboundRequest, Segment } from "./outbound-request.ts";
import type { SegmentCost, SurfaceRules } from "./rules/surface-rules.ts";
import { serialiseMessage, serialiseResponseFormat, serialiseTool } from "./serialised-content.ts";
import type { TokenCounter } from "./token-counter.ts";

/** What a request is accounted with. */
export interface Accounting {
  readonly counter: TokenCounter;
  readonly rules: SurfaceRules;
  readonly digest: Digest;
  readonly memo: ContentMemo;
  /** Names counter and rules with their versions: everything beside the content that a cost depends on. */
  readonly key: string;
}

/** The rows of a request, and the content hash of each of its segments. */
export interface AccountedSegments {
  readonly rows: readonly LedgerRow[];
  readonly contentHashes: readonly string[];
}

/** Counts every segment of the request, each once and each only when it was not met before. */
export function accountSegments(request: OutboundRequest, accounting: Accounting): AccountedSegments {
  const counter = accounting.counter.id;
  const records = request.segments.map((segment) => recordOf(segment, accounting));
  const tools = accountTools(request, records, accounting);
  const rows = [framingRow("request framing", accounting.rules.requestCost(request.settings), { segment: "system", counter })];
  for (const [index, segment] of request.segments.entries()) {
    const record = records[index];
    if (record === undefined) continue;
    if (index === tools?.firstSegment) rows.push(framingRow("tools framing", tools.framing, { segment: "tools", counter }));
    const cost = segment.type === "message" ? messageCost(segment.message, record, accounting) : tools?.costs.get(index);
    if (cost === undefined) throw new PlimsollError("internal", `the ${accounting.rules.id} rules gave no cost for segment ${index}.`);
    rows.push(contentRow({ segment, index, record, cost }, counter));
  }
  return { rows, contentHashes: records.map((record) => record.sha256) };
}

function recordOf(segment: Segment, { memo, digest }: Accounting): ContentRecord {
  switch (segment.type) {
    case "message":
      return memo.record(segment.message, digest, serialiseMessage);
    case "tool":
      return memo.record(segment.tool, digest, serialiseTool);
    case "response-format":
      return memo.record(segment.format, digest, serialiseResponseFormat);
    default:
      return segment satisfies never;
  }
}

function messageCost(
  message: Extract<Segment, { type: "message" }>["message"],
  record: ContentRecord,
  { memo, key, rules, counter }: Accounting,
): SegmentCost {
  return memo.cost(record, key, () => rules.messageCost(message, counter));
}

interface CountedSegment {
  readonly segment: Segment;
  readonly index: number;
  readonly record: ContentRecord;
  readonly cost: SegmentCost;
}

function contentRow({ segment, index, record, cost }: CountedSegment, counter: string): LedgerRow {
  const row: LedgerRow = {
    segment: segment.kind,
    label: labelOf(segment),
    tokens: cost.tokens,
    bytes: record.bytes,
    sha256: record.sha256,
    counter,
    exactness: cost.exactness,
    segmentIndex: index,
  };
  const messageId = segment.type === "message" ? segment.origin?.messageId : undefined;
  return messageId === undefined ? row : { ...row, messageId };
}

const sha256OfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function framingRow(label: string, { tokens, exactness }: SegmentCost, place: Pick<LedgerRow, "segment" | "counter">): LedgerRow {
  return { segment: place.segment, label, tokens, bytes: 0, sha256: sha256OfNothing, counter: place.counter, exactness };
}

function labelOf(segment: Segment): string {
  if (segment.type === "tool") return `schema of ${segment.tool.name}`;
  if (segment.type === "response-format") return `response format ${segment.format.name}`;
  const { message, origin } = segment;
  const role = message.toolName === undefined ? message.role : `${message.role} ${message.toolName}`;
  return origin?.slot === undefined ? role : `${role} [${origin.slot}]`;
}
