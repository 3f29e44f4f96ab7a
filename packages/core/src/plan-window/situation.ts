import type { PlannedTurn, WindowBounds, WindowPolicy } from "./window-input.ts";
import { linesOf, weightOn, type WindowLine } from "./window-line.ts";
import type { PlanTrigger } from "./window-plan.ts";
import { totalWeight, type WindowWeight } from "./window-weight.ts";

/** What the rungs of the ladder decide on. */
export interface Situation {
  readonly turns: readonly PlannedTurn[];
  readonly policy: WindowPolicy;
  readonly bounds: WindowBounds;
  readonly trigger: PlanTrigger;
  readonly lines: readonly WindowLine[];
  /** The lines whose hard bound is broken. */
  readonly over: readonly WindowLine[];
  /** Indexes of the turns that may be taken out, oldest first. */
  readonly replaceable: readonly number[];
}

/** Reads a window; undefined where no line is crossed. */
export function situationOf(
  turns: readonly PlannedTurn[],
  bounds: WindowBounds,
  policy: WindowPolicy,
): Situation | undefined {
  const lines = linesOf(bounds);
  if (lines.every(({ room, threshold }) => room >= threshold)) return undefined;
  const over = lines.filter(({ room }) => room < 0);
  const replaceable = [...turns.keys()].filter((index) => turns[index]?.protected === false && !turns[index].kept);
  return { turns, policy, bounds, trigger: triggerOf(over, policy.requested), lines, over, replaceable };
}

/** The weight of these turns. */
export function weightOf({ turns }: Pick<Situation, "turns">, indexes: readonly number[]): WindowWeight {
  return totalWeight(indexes.flatMap((index) => turns[index] ?? []));
}

/** Whether every one of these lines has the room it needs once `frees` is free. */
export function reaches(
  lines: readonly WindowLine[],
  frees: WindowWeight,
  need: (line: WindowLine) => number,
): boolean {
  return lines.every((line) => line.room + weightOn(line, frees) >= need(line));
}

function triggerOf(over: readonly WindowLine[], requested: boolean): PlanTrigger {
  if (over.some(({ kind }) => kind === "window")) return "limit";
  if (over.length > 0) return "transcript-bound";
  return requested ? "manual" : "headroom";
}
