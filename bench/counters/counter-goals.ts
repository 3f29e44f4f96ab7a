import type { EncodingName } from "./candidates.ts";
import type { ShapeMeasurement } from "./measure-shapes.ts";
import type { CandidateSummary } from "./summarize.ts";

export interface CounterGoal {
  readonly goal: string;
  readonly value: string;
  readonly reached: boolean;
}

interface EncodingResult {
  readonly encoding: EncodingName;
  readonly summaries: readonly CandidateSummary[];
  readonly shapes: readonly ShapeMeasurement[];
}

/** Ratios to js-tiktoken that the project set itself for o200k_base; 1 M must take less than 15 times 100 k. */
const goals = { first: 17, warm: 23, load: 0.1, growth: 15 };

export function checkCounters({ encoding, summaries, shapes }: EncodingResult): readonly CounterGoal[] {
  const ours = summaries.find(({ name }) => name === "plimsoll");
  if (ours === undefined) return [{ goal: `${encoding} measured`, value: "no", reached: false }];
  const others = summaries.filter((each) => each !== ours);
  const worst = Math.max(...shapes.map(({ short, long }) => long / short));
  const lead = (of: (each: CandidateSummary) => number): number => of(ours) / Math.max(...others.map(of));
  const [leadFirst, leadWarm] = [lead((each) => each.first), lead((each) => each.warm)];
  const { ratio, wrong, texts } = ours;
  const speeds: readonly CounterGoal[] = [
    {
      goal: `first pass at least ${goals.first} × js-tiktoken`,
      value: `${ratio.first}`,
      reached: ratio.first >= goals.first,
    },
    { goal: `warm at least ${goals.warm} × js-tiktoken`, value: `${ratio.warm}`, reached: ratio.warm >= goals.warm },
  ];
  const all: readonly CounterGoal[] = [
    { goal: "no wrong count", value: `${wrong} of ${texts}`, reached: wrong === 0 },
    ...(encoding === "o200k_base" ? speeds : []),
    { goal: `load at most ${goals.load} of js-tiktoken's`, value: `${ratio.load}`, reached: ratio.load <= goals.load },
    {
      goal: "ahead of every package on the first pass",
      value: `${leadFirst.toFixed(2)} × the next`,
      reached: leadFirst > 1,
    },
    { goal: "ahead of every package when warm", value: `${leadWarm.toFixed(2)} × the next`, reached: leadWarm > 1 },
    {
      goal: `1 M takes less than ${goals.growth} × 100 k`,
      value: `worst ${worst.toFixed(1)}`,
      reached: worst < goals.growth,
    },
  ];
  return all.map(({ goal, value, reached }) => ({ goal: `${encoding}: ${goal}`, value, reached }));
}
