import { distribution } from "./distribution.ts";
import type { UsagePoint } from "./usage-point.ts";

/** One point in twenty, and this many of those furthest from the provider's count, show the course of a session. */
const everyNth = 20;
const worstShown = 5;

/** Prints call by call what the provider counted and what we did: a sample and the worst points, or all. */
export function printPoints(points: readonly UsagePoint[], all: boolean): void {
  const worst = new Set(points.toSorted((left, right) => distance(right) - distance(left)).slice(0, worstShown));
  const shown = points.filter(
    (point, index) => all || index % everyNth === 0 || index === points.length - 1 || worst.has(point),
  );
  console.log("");
  console.log(columns(["call", "messages", "provider", "ours", "difference", "ratio"]));
  for (const point of shown) {
    const mark = worst.has(point) ? "  ratio among the worst 5" : "";
    const { call, messages, provider, ours } = point;
    console.log(
      columns([
        grouped(call),
        grouped(messages),
        grouped(provider),
        grouped(ours),
        signed(ours - provider),
        ratioOf(point).toFixed(3),
      ]) + mark,
    );
  }
  if (shown.length < points.length) console.log(`  ${shown.length} of ${points.length} points; all of them with --all`);
}

/** Prints the spread of ratio and difference over points, and how many of ours are under the provider's count. */
export function printSpread(label: string, points: readonly UsagePoint[]): void {
  const under = points.filter(({ provider, ours }) => ours < provider).length;
  const ratio = distribution(points.map(ratioOf));
  const difference = distribution(points.map(({ provider, ours }) => ours - provider));
  console.log(`  ${label}: ${under} under`);
  console.log(columns(["", "min", "p5", "median", "p95", "max"]));
  console.log(columns(["ratio", ...spreadOf(ratio).map((value) => value.toFixed(3))]));
  console.log(columns(["difference", ...spreadOf(difference).map(signed)]));
}

export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

function spreadOf({ min, p5, median, p95, max }: ReturnType<typeof distribution>): readonly number[] {
  return [min, p5, median, p95, max];
}

/** Of the provider's count; 1 is equal, below 1 is under. */
function ratioOf({ provider, ours }: UsagePoint): number {
  return ours / provider;
}

function distance(point: UsagePoint): number {
  return Math.abs(ratioOf(point) - 1);
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${grouped(Math.abs(value))}`;
}

function columns(cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(11)).join("");
}
