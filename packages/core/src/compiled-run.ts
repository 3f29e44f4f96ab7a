import { passSegmentGuard } from "./content-guard.ts";
import type { ContentRecord } from "./content-record.ts";
import type { Digest } from "./digest.ts";
import type { LedgerRow } from "./ledger.ts";
import type { LedgerTally } from "./ledger-tally.ts";
import type { Segment } from "./outbound-request.ts";
import type { PlainGuard } from "./plain-guard.ts";

/**
 * What the last compile of a conversation left behind. Agents resend their transcript with a little more at its end:
 * what stands before the first difference is taken over, rows, sums and hashes, and only compared.
 */
export interface CompiledRun {
  /** Rules and counter, with versions. */
  readonly accounting: string;
  readonly digest: Digest;
  /** Index for index of the segments: their contents' records, and the rows of messages (tools depend on more than themselves). */
  readonly records: readonly ContentRecord[];
  readonly rows: readonly (LedgerRow | undefined)[];
  /** Guards of all segments one after the other. */
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

/** The longest prefix of the request that equals the run's, by value: nothing of the caller's is kept to compare with. */
export function repeatedPrefix(run: CompiledRun, segments: readonly Segment[]): RepeatedPrefix {
  const length = Math.min(run.records.length, segments.length);
  let guards = 0;
  for (let index = 0; index < length; index++) {
    const segment = segments[index];
    const next = segment === undefined ? -1 : passSegmentGuard(run.guards, guards, segment);
    if (next < 0) return { segments: index, guards };
    guards = next;
  }
  return { segments: length, guards };
}

/** The content that stands for the conversation: its first message that is not the agent's system text. */
export function conversationKey(segments: readonly Segment[]): object | undefined {
  for (const segment of segments) if (segment.type === "message" && segment.kind !== "system") return segment.message;
  return undefined;
}
