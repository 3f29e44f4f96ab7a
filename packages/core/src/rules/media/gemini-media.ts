import type { MediaPart } from "../../outbound-request.ts";
import { mediaEstimates } from "../calibration-data.ts";
import type { GeminiFraming } from "../provider-framing.ts";
import { calibratedCost } from "../cost.ts";
import { documentTokens, durationTokens } from "./file-estimate.ts";
import { imageSize, type ImageSize } from "./image-size.ts";
import type { MediaRule } from "./media-rule.ts";

/** Published: an image up to this side is one tile in every family. */
const singleTileSide = 384;
/** The billed images that cost one tile on families without tiling reached this side. */
const flatSide = 768;
/** An image of unknown size, where images are cut into tiles: the most that was billed. */
const unknownTiles = 13;

/** Images by tile or flat, documents by page, sound and film by length. Estimates. */
export function geminiMediaRule(framing: GeminiFraming): MediaRule {
  return (part) => calibratedCost(mediaTokens(part, framing));
}

function mediaTokens(part: MediaPart, framing: GeminiFraming): number {
  switch (part.media) {
    case "document":
      return documentTokens(part, framing.page.value);
    case "audio":
      return durationTokens(part, mediaEstimates.geminiAudioSecond.value);
    case "video":
      return durationTokens(part, mediaEstimates.geminiVideoSecond.value);
    case "image":
      return framing.image.value * (framing.tiled ? tiles(imageSize(part), singleTileSide) : flatTiles(part, framing));
    default:
      return part.media satisfies never;
  }
}

/** Gemini 3 costs the same for every image; Gemini 2.5 is published to cut large ones. */
function flatTiles(part: MediaPart, { image }: GeminiFraming): number {
  return image.value > 1_000 ? 1 : tiles(imageSize(part) ?? { width: flatSide, height: flatSide }, flatSide);
}

/** Published rule: square crops of two thirds of the short side, from 256 to 768 pixels. */
function tiles(size: ImageSize | undefined, single: number): number {
  if (size === undefined) return unknownTiles;
  const { width, height } = size;
  if (Math.max(width, height) <= single) return 1;
  const crop = Math.max(256, Math.min(768, Math.floor(Math.min(width, height) / 1.5)));
  return Math.ceil(width / crop) * Math.ceil(height / crop);
}
