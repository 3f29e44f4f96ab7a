// Child process: times our counter on unbroken texts of 100,000 and 1,000,000 units. Argument: encoding.
import { loadTiktokenCounter } from "../../packages/core/src/tiktoken/load-tiktoken-counter.ts";
import type { EncodingName } from "./candidates.ts";
import { longShapes } from "./long-shapes.ts";

/** Milliseconds for 100 k and 1 M units of a shape that the counter has not seen: the best of three, and of two. */
export interface ShapeMeasurement {
  readonly shape: string;
  readonly short: number;
  readonly long: number;
}

const counter = await loadTiktokenCounter(process.argv[2] as EncodingName);
const shortUnits = 100_000;
const measured = Object.entries(longShapes).map(([shape, make]): ShapeMeasurement => {
  const text = make(25 * shortUnits);
  // The first compiles the code; then every slice is new to the memo.
  time(text.slice(0, shortUnits));
  const shorts = [1, 2, 3].map((at) => time(text.slice(at * shortUnits, (at + 1) * shortUnits)));
  const longs = [5, 15].map((at) => time(text.slice(at * shortUnits, (at + 10) * shortUnits)));
  return { shape, short: Math.min(...shorts), long: Math.min(...longs) };
});
console.log(JSON.stringify(measured));

function time(text: string): number {
  const start = performance.now();
  counter.count(text);
  return performance.now() - start;
}
