import type { MediaPart } from "../../outbound-request.ts";
import { mediaEstimates } from "../calibration-data.ts";
import { conservativeCost } from "../cost.ts";
import type { SegmentCost } from "../surface-rules.ts";
import { documentTokens, durationTokens } from "./file-estimate.ts";
import { imageSize } from "./image-size.ts";

/** An image of unknown size is taken at what the dearest measured rule gives at most. */
const unknownImage = 5_000;

/** Media where the provider is not known: the dearest measured rule. */
export function genericMediaRule(part: MediaPart): SegmentCost {
  if (part.media === "document") return conservativeCost(documentTokens(part, mediaEstimates.anthropicPage.value));
  if (part.media !== "image") return conservativeCost(durationTokens(part, mediaEstimates.geminiVideoSecond.value));
  const size = imageSize(part);
  if (size === undefined) return conservativeCost(unknownImage);
  const area = Math.ceil((size.width * size.height) / 750);
  return conservativeCost(Math.min(unknownImage, Math.max(1_105, area)));
}
