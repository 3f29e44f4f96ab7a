import { checkedCost } from "./checked-cost.ts";
import { type CompiledRun, repeatedPrefix } from "./compiled-run.ts";
import { appendSegmentGuard } from "./content-guard.ts";
import type { ContentMemo } from "./content-memo.ts";
import type { ContentRecord } from "./content-record.ts";
import type { Digest } from "./digest.ts";
import { PlimsollError } from "./errors.ts";
import { groupHash, groupSize } from "./fingerprint.ts";
import type { LedgerRow } from "./ledger.ts";
import { type LedgerTally, tallyFrom, tallyRow } from "./ledger-tally.ts";
import type { Segment } from "./outbound-request.ts";
import type { SegmentCost, SurfaceRules } from "./rules/surface-rules.ts";
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

type MessageSegment = Extract<Segment, { type: "message" }>;

/** The run of a request, given the last run of its conversation: what repeats is taken over, the rest is accounted. */
export function extendRun(
  last: CompiledRun | undefined,
  segments: readonly Segment[],
  accounting: Accounting,
): CompiledRun {
  const base = last?.accounting === accounting.key && last.digest === accounting.digest ? last : emptyRun(accounting);
  const prefix = repeatedPrefix(base, segments);
  if (prefix.segments === segments.length && prefix.segments === base.records.length) return base;
  const records = base.records.slice(0, prefix.segments);
  const rows = base.rows.slice(0, prefix.segments);
  const guards = base.guards.slice(0, prefix.guards);
  const tally = tallyWithout(base, prefix.segments);
  for (let index = prefix.segments; index < segments.length; index++) {
    const segment = segments[index];
    if (segment === undefined) continue;
    const record = accounting.memo.record(segment, accounting.digest);
    const row = segment.type === "message" ? messageRow({ segment, index, record }, accounting) : undefined;
    records.push(record);
    rows.push(row);
    appendSegmentGuard(guards, segment);
    if (row !== undefined) tallyRow(tally, row, 1);
  }
  const groups = extendGroups(base.groups.slice(0, Math.floor(prefix.segments / groupSize)), segments, {
    records,
    digest: accounting.digest,
  });
  return { accounting: accounting.key, digest: accounting.digest, records, rows, guards, tally, groups };
}

function emptyRun({ key, digest }: Accounting): CompiledRun {
  return { accounting: key, digest, records: [], rows: [], guards: [], tally: tallyFrom(), groups: [] };
}

/** The base's sums without the rows that do not repeat. */
function tallyWithout({ tally, rows }: CompiledRun, repeated: number): LedgerTally {
  const left = tallyFrom(tally);
  for (const row of rows.slice(repeated)) if (row !== undefined) tallyRow(left, row, -1);
  return left;
}

/** Hashes of the groups of lines that are full; the last, growing one is hashed with the request. */
function extendGroups(
  groups: string[],
  segments: readonly Segment[],
  { records, digest }: { readonly records: readonly ContentRecord[]; readonly digest: Digest },
): readonly string[] {
  while ((groups.length + 1) * groupSize <= segments.length) {
    groups.push(groupHash({ segments, records }, groups.length * groupSize, digest));
  }
  return groups;
}

interface PlacedMessage {
  readonly segment: MessageSegment;
  readonly index: number;
  readonly record: ContentRecord;
}

function messageRow({ segment, index, record }: PlacedMessage, { memo, key, rules, counter }: Accounting): LedgerRow {
  const { message, origin, kind } = segment;
  if (!messageKinds.includes(kind)) throw unknownKind(kind, index);
  const cost: SegmentCost = memo.cost(record, key, () => checkedCost(rules.messageCost(message, counter), counter));
  const role = message.toolName === undefined ? message.role : `${message.role} ${message.toolName}`;
  const row: LedgerRow = {
    segment: kind,
    label: origin?.slot === undefined ? role : `${role} [${origin.slot}]`,
    tokens: cost.tokens,
    bytes: record.bytes,
    sha256: record.sha256,
    counter: counter.id,
    exactness: cost.exactness,
    segmentIndex: index,
    ...(origin?.messageId === undefined ? {} : { messageId: origin.messageId }),
  };
  return Object.freeze(row);
}

const messageKinds: readonly string[] = ["system", "authority", "task", "evidence", "history"];

/** A classifier of the user's may say anything; a row in no segment would be in no total. */
function unknownKind(kind: string, index: number): PlimsollError {
  return new PlimsollError(
    "invalid_request",
    `segment ${index} has the kind "${String(kind)}"; a message is one of ${messageKinds.join(", ")}. Correct what classify returns.`,
    { details: { kind, index } },
  );
}
