import { canonicalJson } from "./canonical-json.ts";
import type { CompiledRun } from "./compiled-run.ts";
import type { Digest } from "./digest.ts";
import type { OutboundRequest, Segment } from "./outbound-request.ts";

/** `sha256:` and 64 hexadecimal digits. */
export type RequestFingerprint = `sha256:${string}`;

/** An input whose value the framework makes up anew each time; hashed without the part that changes. */
export interface UnstableInput {
  readonly label: string;
  readonly reason: string;
}

/** What a fingerprint covers beside the segments: everything that changes the request or its ledger. */
interface FingerprintInput {
  readonly request: OutboundRequest;
  readonly run: CompiledRun;
  readonly safetyMargin: number;
}

/** Lines hashed together: of a request that grew at its end only the last group is hashed anew. */
export const groupSize = 64;

/**
 * Fingerprint of the materialised request (WO-01): kind, order and content hash of every segment, controller slots and
 * file hashes, and the canonical settings. No timestamps, no message ids that the surface does not send.
 *
 * SHA-256 over lines joined by line feeds: the SHA-256 of each 64 segment lines, then the settings. A segment line is
 * its kind, the hash of its serialised content and, where it has one, slot and file hash as a JSON list.
 */
export function fingerprintRequest(
  { request, run, safetyMargin }: FingerprintInput,
  digest: Digest,
): RequestFingerprint {
  const full = run.groups.length * groupSize;
  const covered = { segments: request.segments, records: run.records };
  const rest = full < run.records.length ? [groupHash(covered, full, digest)] : [];
  const settings = {
    version: 1,
    surface: request.surface,
    model: request.modelId,
    contextWindow: request.contextWindow,
    reservations: { output: request.reservations.output, safety: safetyMargin },
    settings: request.settings,
    accounting: run.accounting,
  };
  return `sha256:${digest.sha256([...run.groups, ...rest, canonicalJson(settings, "request")].join("\n"))}`;
}

interface CoveredSegments {
  readonly segments: readonly Segment[];
  readonly records: CompiledRun["records"];
}

/** Hash of the group of segment lines that starts at `start`. */
export function groupHash({ segments, records }: CoveredSegments, start: number, digest: Digest): string {
  const lines: string[] = [];
  for (let index = start; index < Math.min(start + groupSize, segments.length); index++) {
    const segment = segments[index];
    if (segment !== undefined) lines.push(segmentLine(segment, records[index]?.sha256 ?? ""));
  }
  return digest.sha256(lines.join("\n"));
}

/** Auto-numbered tool names of the request: reported, because no hash of them could be stable. */
export function unstableInputsOf(segments: readonly Segment[]): readonly UnstableInput[] {
  const unstable: UnstableInput[] = [];
  for (const segment of segments) {
    if (segment.type !== "tool" || !segment.tool.autoNumbered) continue;
    const reason = "its name carries a process-wide counter; give the schema a title to make it stable";
    unstable.push({ label: `tool ${segment.tool.name}`, reason });
  }
  return unstable;
}

function segmentLine(segment: Segment, contentHash: string): string {
  const origin = segment.type === "message" ? segment.origin : undefined;
  if (origin?.slot === undefined && origin?.fileHash === undefined) return `${segment.kind} ${contentHash}`;
  return `${segment.kind} ${contentHash} ${JSON.stringify([origin.slot ?? null, origin.fileHash ?? null])}`;
}
