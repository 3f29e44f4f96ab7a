import assert from "node:assert/strict";
import type { Recording } from "./recording.ts";
import type { ReplayedCall } from "./replay.ts";

/** A request for which both counts are known: the provider's and ours. */
export interface UsagePoint {
  /** Number of the call in the replay, from 1. */
  readonly call: number;
  readonly messages: number;
  readonly provider: number;
  readonly ours: number;
  /** Of ours, what the turns weigh that were broken off before any tool answered. */
  readonly brokenOff: number;
}

/** Pairs every count of the provider with the ledger of the same request. Every recorded count must be met exactly once. */
export function usagePoints({ providerCounts }: Recording, calls: readonly ReplayedCall[]): readonly UsagePoint[] {
  const points = calls.flatMap(({ messages, report: { budget }, brokenOffIds }, index) => {
    const provider = providerCounts.get(messages);
    if (provider === undefined) return [];
    const brokenOff = budget.rows.reduce(
      (sum, { messageId, tokens }) => (brokenOffIds.has(messageId ?? "") ? sum + tokens : sum),
      0,
    );
    return [{ call: index + 1, messages, provider, ours: budget.totalInputTokens, brokenOff }];
  });
  assert.equal(points.length, providerCounts.size, "every usage point of the recording is met once");
  assert.equal(new Set(points.map(({ messages }) => messages)).size, points.length);
  return points;
}

/** The points as if the broken-off turns had not been sent. */
export function withoutBrokenOff(points: readonly UsagePoint[]): readonly UsagePoint[] {
  return points.map((point) => ({ ...point, ours: point.ours - point.brokenOff, brokenOff: 0 }));
}

/** The points with the first request's difference added to every count of ours: a stand-in for what was never recorded. */
export function withFirstDifference(points: readonly UsagePoint[]): readonly UsagePoint[] {
  const [first] = points;
  const missing = first === undefined ? 0 : first.provider - first.ours;
  return points.map((point) => ({ ...point, ours: point.ours + missing }));
}
