import type { ShapeMeasurement } from "./measure-shapes.ts";
import type { CandidateSummary } from "./summarize.ts";

/** One line a candidate. */
export function candidateTable(summaries: readonly CandidateSummary[]): string {
  const header = [
    "package",
    "load ms",
    "first Mtok/s",
    "warm",
    "× load",
    "× first",
    "× warm",
    "wrong",
    '2 k "a" ms',
    "÷ 500",
  ];
  const rows = summaries.map(({ name, load, first, warm, ratio, wrong, texts, unbroken, unbrokenGrowth }) => [
    name,
    load.toFixed(0),
    first.toFixed(2),
    warm.toFixed(2),
    String(ratio.load),
    String(ratio.first),
    String(ratio.warm),
    `${wrong}/${texts}`,
    unbroken.toFixed(1),
    unbrokenGrowth.toFixed(1),
  ]);
  return table([header, ...rows]);
}

/** One line a shape. */
export function shapeTable(shapes: readonly ShapeMeasurement[]): string {
  const header = ["unbroken text", "100 k ms", "1 M ms", "time ratio"];
  const rows = shapes.map(({ shape, short, long }) => [
    shape,
    short.toFixed(1),
    long.toFixed(0),
    (long / short).toFixed(1),
  ]);
  return table([header, ...rows]);
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join("  ")).join("\n");
}
