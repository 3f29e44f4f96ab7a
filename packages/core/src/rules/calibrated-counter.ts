import type { TokenCounter } from "../token-counter.ts";
import { calibrationVersion } from "./calibration-data.ts";

/** How a counter is turned into a stand-in for another tokenizer. */
export interface Calibration {
  /** Digits that make one token: 1 where the vocabulary holds single digits only, 3 as the base counts. */
  readonly digitsPerToken: 1 | 3;
  /** Thousandths by which counts are raised, a whole number. */
  readonly perMille: number;
}

/**
 * A stand-in for a tokenizer that is not public: the base count, digits counted as the family does, times a factor.
 * Whole-number arithmetic with one rounding up per text, so that counts are the same on every machine. Texts counted
 * on their own may exceed the joined text by less than one token each.
 */
export function calibratedCounter(base: TokenCounter, { digitsPerToken, perMille }: Calibration): TokenCounter {
  const digits = digitsPerToken === 1 ? "+digits" : "";
  return {
    id: `${base.id}×${(perMille / 1_000).toFixed(2)}${digits}`,
    version: `${base.version}/${calibrationVersion}`,
    exactness: "calibrated",
    unit: base.unit,
    count: (text) => scaled(base.count(text) + (digitsPerToken === 1 ? extraDigits(text) : 0), perMille),
  };
}

function scaled(count: number, perMille: number): number {
  const product = count * perMille;
  const rest = product % 1_000;
  return (product - rest) / 1_000 + (rest === 0 ? 0 : 1);
}

/** Tokens that ASCII digits cost beyond groups of three. */
function extraDigits(text: string): number {
  let extra = 0;
  let run = 0;
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : 0;
    if (code >= 48 && code <= 57) run++;
    else if (run > 0) {
      extra += run - Math.ceil(run / 3);
      run = 0;
    }
  }
  return extra;
}
