import type { MeasuredCase } from "./measure-truth.ts";

/** What must hold over all cases, and the cases that break it. */
export interface TruthRule {
  readonly rule: string;
  readonly broken: readonly string[];
}

const promised: ReadonlySet<string> = new Set(["text", "tools", "calls"]);

/** The promises of docs/provider-rules.md as checks. */
export function checkTruth(cases: readonly MeasuredCase[]): readonly TruthRule[] {
  return [
    rule("what is labelled exact equals the bill", cases, ({ exactness, counted, billed }) => {
      return exactness === "exact" && counted !== billed;
    }),
    rule("OpenAI chat text, tools and calls are never under by more than 2", cases, (each) => {
      return each.truth.provider === "openai-chat" && promised.has(each.kind) && each.billed - each.counted > 2;
    }),
    rule("Anthropic and Gemini text, tools and calls are never under", cases, (each) => {
      return isCalibrated(each) && promised.has(each.kind) && each.counted < each.billed;
    }),
  ];
}

function isCalibrated({ truth }: MeasuredCase): boolean {
  return truth.provider === "anthropic" || truth.provider === "gemini";
}

function rule(text: string, cases: readonly MeasuredCase[], isBroken: (each: MeasuredCase) => boolean): TruthRule {
  const broken = cases
    .filter(isBroken)
    .map(({ truth, billed, counted }) => `${truth.id} (billed ${billed}, counted ${counted})`);
  return { rule: text, broken };
}
