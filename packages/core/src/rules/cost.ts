import { type Exactness, leastExact } from "../token-counter.ts";
import type { SegmentCost } from "./surface-rules.ts";

/** A cost whose every token is covered by billed cases that match. */
export function exactCost(tokens: number): SegmentCost {
  return { tokens, exactness: "exact" };
}

/** A cost that follows measured rules which some billed case misses, or no billed case covers. */
export function calibratedCost(tokens: number): SegmentCost {
  return { tokens, exactness: "calibrated" };
}

/** A cost built to err high where nothing was measured. */
export function conservativeCost(tokens: number): SegmentCost {
  return { tokens, exactness: "conservative" };
}

/** Costs added up; as exact as the least exact of them. */
export function addCosts(costs: readonly SegmentCost[]): SegmentCost {
  const exactness: Exactness = leastExact(costs.map((cost) => cost.exactness));
  return { tokens: costs.reduce((total, cost) => total + cost.tokens, 0), exactness };
}

/** `cost` at most as exact as `level`. */
export function weaken(cost: SegmentCost, level: Exactness): SegmentCost {
  return { tokens: cost.tokens, exactness: leastExact([cost.exactness, level]) };
}
