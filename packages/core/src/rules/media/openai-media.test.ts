import { describe, expect, it } from "vitest";
import type { MediaPart } from "../../outbound-request.ts";
import { openAIImageRule, openAIMediaRule } from "./openai-media.ts";

const image = (width: number, height: number, detail?: string): MediaPart => ({
  kind: "media",
  media: "image",
  width,
  height,
  ...(detail === undefined ? {} : { detail }),
});
const tokens = (modelName: string, part: MediaPart, perMille = 1_000): number =>
  openAIMediaRule(openAIImageRule(modelName), perMille)(part).tokens;

describe("openAIMediaRule", () => {
  it.each([
    ["gpt-4o", 3_008, 2_000, 85 + 170 * 6],
    ["gpt-4o", 512, 512, 85 + 170],
    ["gpt-4o", 2_048, 4_096, 85 + 170 * 6],
    ["gpt-4o-mini", 512, 512, 2_833 + 5_667],
    ["gpt-5", 512, 512, 70 + 140],
    ["o3", 512, 512, 75 + 150],
    ["gpt-4.1-nano", 540, 360, Math.ceil(17 * 12 * 2.46) + 2],
    ["gpt-5-mini", 597, 566, Math.ceil(19 * 18 * 1.2) + 2],
    ["gpt-4.1-mini", 4_000, 4_000, Math.ceil(1_536 * 1.62) + 2],
  ])("weighs on %s an image of %i × %i", (modelName, width, height, expected) => {
    expect(tokens(modelName, image(width, height))).toBe(expected);
  });

  it("weighs low detail as the base alone", () => {
    expect(tokens("gpt-4o", image(3_008, 2_000, "low"))).toBe(85);
  });

  it("takes an image of unknown size at the most its rule can give", () => {
    const unknown: MediaPart = { kind: "media", media: "image", reference: "https://example.com/a.png" };
    expect(tokens("gpt-4o", unknown)).toBeGreaterThanOrEqual(tokens("gpt-4o", image(5_000, 4_000)));
    expect(tokens("gpt-5-mini", unknown)).toBeGreaterThanOrEqual(tokens("gpt-5-mini", image(5_000, 4_000)));
  });

  it("raises the rule where the surface bills more, and calls it calibrated", () => {
    expect(openAIMediaRule(openAIImageRule("gpt-4o"), 1_209)(image(3_008, 2_000))).toEqual({
      tokens: 1_336,
      exactness: "calibrated",
    });
  });
});
