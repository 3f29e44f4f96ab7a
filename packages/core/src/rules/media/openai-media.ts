import type { MediaPart } from "../../outbound-request.ts";
import { mediaEstimates, openAIImages } from "../calibration-data.ts";
import type { OpenAIImageRule } from "../provider-framing.ts";
import { calibratedCost } from "../cost.ts";
import { documentTokens, durationTokens } from "./file-estimate.ts";
import { imageSize, type ImageSize } from "./image-size.ts";
import type { MediaRule } from "./media-rule.ts";

/** An image whose size is not known is taken at the most its rule can give. */
const unknownSize: ImageSize = { width: 2_048, height: 1_536 };

/** The image rule of a model, by its name without prefixes; the tile rule of gpt-4o where no other is known. */
export function openAIImageRule(modelName: string): OpenAIImageRule {
  return openAIImages.find((rule) => rule.models.test(modelName)) ?? openAIImages[openAIImages.length - 1] ?? fallback;
}

const fallback: OpenAIImageRule = { id: "tiles-85-170", models: /^/, kind: "tiles", base: 85, tile: 170 };

/** Images by the tile or patch rule of the model, `perMille` of it on the surface; files and sound by size. All estimates. */
export function openAIMediaRule(rule: OpenAIImageRule, perMille: number): MediaRule {
  return (part) => calibratedCost(mediaTokens(part, rule, perMille));
}

function mediaTokens(part: MediaPart, rule: OpenAIImageRule, perMille: number): number {
  if (part.media === "document") return documentTokens(part, mediaEstimates.openAIPage.value);
  if (part.media !== "image") return durationTokens(part, mediaEstimates.openAIAudioSecond.value);
  return Math.ceil((imageTokens(part, rule) * perMille) / 1_000);
}

function imageTokens(part: MediaPart, rule: OpenAIImageRule): number {
  const size = imageSize(part) ?? unknownSize;
  if (rule.kind === "patches") return Math.ceil((patches(size) * rule.perMille) / 1_000) + 2;
  return part.detail === "low" ? rule.base : rule.base + rule.tile * tiles(size);
}

/** Tiles of 512 pixels after fitting into 2,048² and bringing the short side down to 768. */
function tiles({ width, height }: ImageSize): number {
  const fitted = Math.min(1, 2_048 / Math.max(width, height));
  const scale = Math.min(fitted, 768 / Math.min(width, height));
  return Math.ceil(Math.round(width * scale) / 512) * Math.ceil(Math.round(height * scale) / 512);
}

/** Patches of 32 pixels, at most so many an image. */
function patches({ width, height }: ImageSize): number {
  return Math.min(1_536, Math.ceil(width / 32) * Math.ceil(height / 32));
}
