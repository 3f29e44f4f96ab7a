import { canonicalJson } from "./canonical-json.ts";
import type { Digest } from "./digest.ts";
import type { JsonValue, OutboundRequest, Segment } from "./outbound-request.ts";

/** `sha256:` and 64 hexadecimal digits. */
export type RequestFingerprint = `sha256:${string}`;

/** An input whose value the framework makes up anew each time; hashed without the part that changes. */
export interface UnstableInput {
  readonly label: string;
  readonly reason: string;
}

/** What a fingerprint covers: the segments' hashes in order, and the settings that change the request or its ledger. */
interface FingerprintInput {
  readonly request: OutboundRequest;
  /** Hash of each segment's serialised content, in the order of `request.segments`. */
  readonly contentHashes: readonly string[];
  readonly safetyMargin: number;
  /** Ids and versions of counter and rules. */
  readonly accounting: JsonValue;
}

/**
 * Fingerprint of the materialised request (WO-01): kind, order and content hash of every segment, controller slots and
 * file hashes, and the canonical settings. No timestamps, no message ids that the surface does not send.
 */
export function fingerprintRequest(input: FingerprintInput, digest: Digest): RequestFingerprint {
  const { request, contentHashes } = input;
  const lines = request.segments.map((segment, index) => segmentLine(segment, contentHashes[index] ?? ""));
  lines.push(
    canonicalJson(
      {
        version: 1,
        surface: request.surface,
        model: request.modelId,
        contextWindow: request.contextWindow,
        reservations: { output: request.reservations.output, safety: input.safetyMargin },
        settings: request.settings,
        accounting: input.accounting,
      },
      "request",
    ),
  );
  return `sha256:${digest.sha256(lines.join("\n"))}`;
}

/** Auto-numbered tool names of the request: reported, because no hash of them could be stable. */
export function unstableInputsOf(segments: readonly Segment[]): readonly UnstableInput[] {
  return segments.flatMap((segment) =>
    segment.type === "tool" && segment.tool.autoNumbered
      ? [{ label: `tool ${segment.tool.name}`, reason: "its name carries a process-wide counter; give the schema a title to make it stable" }]
      : [],
  );
}

function segmentLine(segment: Segment, contentHash: string): string {
  const origin = segment.type === "message" ? segment.origin : undefined;
  if (origin?.slot === undefined && origin?.fileHash === undefined) return `${segment.kind} ${contentHash}`;
  return `${segment.kind} ${contentHash} ${JSON.stringify([origin.slot ?? null, origin.fileHash ?? null])}`;
}
