import { canonicalJson } from "./canonical-json.ts";
import type { ContentMemo } from "./content-memo.ts";
import { type Digest, pureDigest } from "./digest.ts";
import { PlimsollError } from "./errors.ts";
import type { OutboundRequest, Segment } from "./outbound-request.ts";
import { requireWhole } from "./require-whole.ts";
import { serialiseContent } from "./serialised-content.ts";

/**
 * What a provider reported for a request, and which request that was. Plain data: it may be stored beside the answer
 * and given to a later compile of a request that begins with the same segments.
 */
export interface UsageAnchor {
  /** Surface, model, settings, and the order and content hash of the segments that were sent. */
  readonly prefixFingerprint: `sha256:${string}`;
  /** How many segments were sent. */
  readonly segments: number;
  /** Input tokens as reported for the whole request, cached ones included. */
  readonly inputTokens: number;
}

/** Neither option changes the anchor. */
export interface UsageAnchorOptions {
  /** Hashing; pure JavaScript by default. */
  readonly digest?: Digest;
  /** Where hashes of contents are looked up and kept; none by default. */
  readonly memo?: ContentMemo;
}

const reported = { code: "invalid_options", minimum: 0 } as const;

/** The segments of a request that an anchor is about. */
interface Prefix {
  readonly request: OutboundRequest;
  readonly contents: readonly { readonly sha256: string }[];
  readonly length: number;
}

/**
 * The anchor of a request that was sent, or counted by its provider, as a whole. `inputTokens` must be all input: on
 * Anthropic `input_tokens` plus what was read from and written to the cache, as LangChain's `usage_metadata` sums it.
 *
 * @throws PlimsollError `invalid_options` where `inputTokens` is no whole number of at least 0, `invalid_request` for values without a JSON form.
 */
export function createUsageAnchor(
  request: OutboundRequest,
  inputTokens: number,
  { digest = pureDigest, memo }: UsageAnchorOptions = {},
): UsageAnchor {
  requireWhole("inputTokens", inputTokens, {
    ...reported,
    meaning: "the input tokens that the provider reported for the whole request",
  });
  const length = request.segments.length;
  const contents = request.segments.map(
    (segment) => memo?.record(segment, digest) ?? { sha256: digest.sha256(serialiseContent(segment)) },
  );
  return { prefixFingerprint: prefixFingerprint({ request, contents, length }, digest), segments: length, inputTokens };
}

/**
 * Fingerprint of the first `length` segments as the provider sees them. Unlike the request's own it leaves out what
 * changes the ledger but no byte of the request: kinds (a task ages to history), slots, window, reservations, counter.
 */
export function prefixFingerprint({ request, contents, length }: Prefix, digest: Digest): `sha256:${string}` {
  const { surface, modelId, settings, segments } = request;
  const lines = [canonicalJson({ version: 1, surface, model: modelId, settings }, "request")];
  for (let index = 0; index < length; index++) {
    lines.push(`${contents[index]?.sha256 ?? ""}${numberedAs(segments[index])}`);
  }
  return `sha256:${digest.sha256(lines.join("\n"))}`;
}

/**
 * @throws PlimsollError `invalid_options` with the field and its value.
 */
export function validateUsageAnchor(anchor: UsageAnchor): void {
  requireWhole("anchor.inputTokens", anchor.inputTokens, {
    ...reported,
    meaning: "the input tokens that the provider reported",
  });
  requireWhole("anchor.segments", anchor.segments, {
    ...reported,
    meaning: "the number of segments that the report is about",
  });
  if (typeof anchor.prefixFingerprint === "string" && /^sha256:[0-9a-f]{64}$/.test(anchor.prefixFingerprint)) return;
  throw new PlimsollError(
    "invalid_options",
    "anchor.prefixFingerprint is not sha256: and 64 hexadecimal digits; make anchors with createUsageAnchor.",
  );
}

/** An auto-numbered name is hashed without its number. Numbers of as many digits cost the same; `9` and `10` may not. */
function numberedAs(segment: Segment | undefined): string {
  if (segment?.type !== "tool" || !segment.tool.autoNumbered) return "";
  return ` ${/\d*$/.exec(segment.tool.name)?.[0].length ?? 0}`;
}
