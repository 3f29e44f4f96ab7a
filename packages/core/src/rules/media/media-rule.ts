import type { MediaPart } from "../../outbound-request.ts";
import type { SegmentCost } from "../surface-rules.ts";

/** Tokens of one media part: an estimate by the provider's rule, neither zero nor the length of the payload. */
export type MediaRule = (part: MediaPart) => SegmentCost;
