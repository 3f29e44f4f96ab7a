import type { WindowPlan } from "@plimsoll/core";
import type { LineInput } from "./line-input.ts";
import type { LineStep } from "./line-step.ts";
import type { PlannedStep } from "./plan-step.ts";
import type { WeighedWindow } from "./plan-turns.ts";
import { takeDueSummary } from "./take-due-summary.ts";
import { takeSummary } from "./take-summary.ts";
import type { TranscriptWindow } from "./window-entries.ts";

/** A step that was taken, and the window after it. */
export interface TakenStep {
  readonly window: TranscriptWindow;
  readonly step: LineStep;
}

type Action = Exclude<WindowPlan, { kind: "hold" | "refuse" }>;

/** Takes one step; undefined where a summary could not be had, which leaves everything as it was. */
export async function takeStep(
  input: LineInput,
  weighed: WeighedWindow,
  { plan, indexes, due }: PlannedStep & { readonly plan: WindowPlan },
): Promise<TakenStep | undefined> {
  if (plan.kind === "hold" || plan.kind === "refuse") return undefined;
  const turns = plan.turns.map((turn) => indexes[turn] ?? -1);
  const window =
    due === undefined
      ? await windowAfter(input, weighed, { plan, turns })
      : await takeDueSummary(input, weighed, { due, step: { turns, trigger: plan.trigger } });
  if (window === undefined) return undefined;
  const leaving = plan.kind === "clip" ? [] : turns;
  return {
    window,
    step: { kind: plan.kind, trigger: plan.trigger, reason: plan.reason, turns: turns.length, leaving },
  };
}

async function windowAfter(
  input: LineInput,
  weighed: WeighedWindow,
  { plan, turns }: { readonly plan: Action; readonly turns: readonly number[] },
): Promise<TranscriptWindow | undefined> {
  const { window } = weighed;
  switch (plan.kind) {
    case "reuse":
    case "summarize":
      return takeSummary(input, weighed, { turns, trigger: plan.trigger });
    case "evict":
      return { ...window, out: new Set([...window.out, ...turns]) };
    case "clip":
      return { ...window, clips: clipsWith(window, turns, plan.capTokens) };
    default:
      return plan satisfies never;
  }
}

/** Every message of these turns gets the cap; one whose texts are all below it stays as it is. */
function clipsWith(
  { clips, transcript }: TranscriptWindow,
  turns: readonly number[],
  capTokens: number,
): TranscriptWindow["clips"] {
  const messages = turns.flatMap((turn) => transcript.turns[turn]?.entries ?? []);
  return new Map([...clips, ...messages.map((index) => [index, capTokens] as const)]);
}
