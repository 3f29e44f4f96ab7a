import type { MediaPart } from "../../outbound-request.ts";
import { mediaEstimates } from "../calibration-data.ts";
import { base64Reader } from "./base64-bytes.ts";

/** Estimate for a document: its pages, bounded from the size of the payload, at so many tokens each. Plain text at a token every two bytes. */
export function documentTokens(part: MediaPart, tokensPerPage: number): number {
  const bytes = payloadBytes(part, mediaEstimates.unknownDocumentBytes.value);
  if (part.mimeType?.startsWith("text/") === true) return Math.ceil(bytes / 2);
  return tokensPerPage * Math.max(1, Math.ceil(bytes / mediaEstimates.bytesPerPage.value));
}

/** Estimate for sound or film: its seconds, bounded from the size of the payload, at so many tokens each. */
export function durationTokens(part: MediaPart, tokensPerSecond: number): number {
  const bytesPerSecond =
    part.media === "video" ? mediaEstimates.videoBytesPerSecond.value : mediaEstimates.audioBytesPerSecond.value;
  const unknown = mediaEstimates.unknownSeconds.value * bytesPerSecond;
  return tokensPerSecond * Math.max(1, Math.ceil(payloadBytes(part, unknown) / bytesPerSecond));
}

function payloadBytes(part: MediaPart, unknown: number): number {
  return part.data === undefined ? unknown : base64Reader(part.data).length;
}
