import { passContentGuard } from "./content-guard.ts";
import type { ContentRecord } from "./content-record.ts";
import type { Digest } from "./digest.ts";
import type { LedgerRow } from "./ledger.ts";
import type { LedgerTally } from "./ledger-tally.ts";
import type { Segment, SegmentOrigin } from "./outbound-request.ts";
import type { PlainGuard } from "./plain-guard.ts";
import { contentOf } from "./serialised-content.ts";

/**
 * What the last compile of a conversation left behind. Agents resend their transcript with a little more at its end:
 * what stands before the first difference is taken over, rows, sums and hashes, and only compared.
 */
export interface CompiledRun {
  /** Rules and counter, with versions. */
  readonly accounting: string;
  readonly digest: Digest;
  /** Index for index: segments, their contents' records, and the rows of messages (tools depend on more than themselves). */
  readonly segments: readonly Segment[];
  readonly records: readonly ContentRecord[];
  readonly rows: readonly (LedgerRow | undefined)[];
  /** Guards of all contents one after the other. */
  readonly guards: PlainGuard;
  /** Sums over the message rows. */
  readonly tally: LedgerTally;
  /** Fingerprint hashes of the full groups of lines. */
  readonly groups: readonly string[];
}

/** How much of a run a request repeats. */
export interface RepeatedPrefix {
  readonly segments: number;
  /** How many guards belong to these segments. */
  readonly guards: number;
}

/** The longest prefix of the request whose segments are those of the run, unedited. */
export function repeatedPrefix(run: CompiledRun, segments: readonly Segment[]): RepeatedPrefix {
  const length = Math.min(run.segments.length, segments.length);
  let guards = 0;
  for (let index = 0; index < length; index++) {
    const segment = segments[index];
    const before = run.segments[index];
    if (segment === undefined || before === undefined || !isSameSegment(segment, before))
      return { segments: index, guards };
    const next = passContentGuard(run.guards, guards, segment);
    if (next < 0) return { segments: index, guards };
    guards = next;
  }
  return { segments: length, guards };
}

/** Adapters keep the segments of messages, and make those of system text and tools anew around the same contents. */
function isSameSegment(left: Segment, right: Segment): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind || contentOf(left) !== contentOf(right)) return false;
  return left.type !== "message" || right.type !== "message" || isSameOrigin(left.origin, right.origin);
}

function isSameOrigin(left: SegmentOrigin | undefined, right: SegmentOrigin | undefined): boolean {
  return left?.messageId === right?.messageId && left?.slot === right?.slot && left?.fileHash === right?.fileHash;
}

/** The content that stands for the conversation: its first message that is not the agent's system text. */
export function anchorOf(segments: readonly Segment[]): object | undefined {
  for (const segment of segments) if (segment.type === "message" && segment.kind !== "system") return segment.message;
  return undefined;
}
