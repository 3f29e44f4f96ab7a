import type { MediaPart } from "../../outbound-request.ts";
import { mediaEstimates } from "../calibration-data.ts";
import type { AnthropicFraming } from "../provider-framing.ts";
import { calibratedCost } from "../cost.ts";
import { documentTokens, durationTokens } from "./file-estimate.ts";
import { imageSize } from "./image-size.ts";
import type { MediaRule } from "./media-rule.ts";

/** Pixels that make one token of an image. */
const pixelsPerToken = 750;

/** Around an image; the most that billed images were above their area. */
const imageFraming = 24;

/** Images by area after resizing; of unknown size at the most an image can cost. Documents by page. Estimates. */
export function anthropicMediaRule(framing: AnthropicFraming): MediaRule {
  return (part) => calibratedCost(mediaTokens(part, framing));
}

function mediaTokens(part: MediaPart, { imageSide, imageTokens }: AnthropicFraming): number {
  if (part.media === "document") return documentTokens(part, mediaEstimates.anthropicPage.value);
  if (part.media !== "image") return durationTokens(part, mediaEstimates.geminiVideoSecond.value);
  const size = imageSize(part);
  if (size === undefined) return imageTokens.value + imageFraming;
  const scale = Math.min(1, imageSide.value / Math.max(size.width, size.height));
  const area = Math.round(size.width * scale) * Math.round(size.height * scale);
  return Math.min(imageTokens.value, Math.ceil(area / pixelsPerToken)) + imageFraming;
}
