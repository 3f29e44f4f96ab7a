import { PlimsollError } from "./errors.ts";

/** Default headroom line (WO-01): compaction holds while at least 40 % of the window is free. */
export const defaultThreshold = 0.4;

/** Thresholds are kept to a hundredth of a percent so that the comparison stays on integers. */
const scale = 10_000;

/**
 * The threshold in ten-thousandths.
 *
 * @throws PlimsollError `invalid_options` unless it is a number from 0 to 1.
 */
export function parseThreshold(threshold: number): number {
  if (typeof threshold !== "number" || !(threshold >= 0 && threshold <= 1)) {
    throw new PlimsollError(
      "invalid_options",
      `threshold is ${String(threshold)}; it is the share of the window that must stay free before compaction holds, from 0 to 1 (default ${defaultThreshold}).`,
      { details: { threshold } },
    );
  }
  return Math.round(threshold * scale);
}

/**
 * Whether compaction may be requested: false while freeTokens / window ≥ threshold, true below (WO-01).
 * Decided on integers, so 40.0 % free holds however large the window.
 */
export function isCompactionEligible(freeTokens: number, contextWindow: number, thresholdParts: number): boolean {
  return BigInt(freeTokens) * BigInt(scale) < BigInt(thresholdParts) * BigInt(contextWindow);
}

/** Fewest free tokens at which compaction still holds. */
export function headroomTokens(contextWindow: number, thresholdParts: number): number {
  return Number((BigInt(thresholdParts) * BigInt(contextWindow) + BigInt(scale - 1)) / BigInt(scale));
}
