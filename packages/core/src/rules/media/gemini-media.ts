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

/** Published: a larger image is scaled down to this side, so no header makes an image cost more. */
const longestSide = 3_072;

function scaledDown({ width, height }: ImageSize): ImageSize {
  const longest = Math.max(width, height);
  if (longest <= longestSide) return { width, height };
  const scaled = (side: number): number => Math.max(1, Math.ceil((side * longestSide) / longest));
  return { width: scaled(width), height: scaled(height) };
}

/** Published rule: square crops of two thirds of the short side, from 256 to 768 pixels. */
function tiles(size: ImageSize | undefined, single: number): number {
  if (size === undefined) return unknownTiles;
  if (Math.max(size.width, size.height) <= single) return 1;
  const { width, height } = scaledDown(size);
  const crop = Math.max(256, Math.min(768, Math.floor(Math.min(width, height) / 1.5)));
  return Math.ceil(width / crop) * Math.ceil(height / crop);
}
