import type { GroupStatistics } from "./group-statistics.ts";

/** A group with every counter's statistics, in the order of the columns. */
export interface TruthRow {
  readonly group: string;
  readonly label: string;
  readonly statistics: readonly GroupStatistics[];
}

const headings = ["exact", "±1", "under", "worst", "over", "ratio"];
const widths = [6, 5, 6, 7, 7, 6];

/** Groups as a table for a terminal: for each counter exact, within one, under, worst under and over in tokens, median ratio. */
export function truthTable(counters: readonly string[], rows: readonly TruthRow[]): string {
  const first = Math.max(...rows.map((row) => row.group.length), 5) + 2;
  const span = widths.reduce((total, width) => total + width, 0) + 2;
  const top = `${" ".repeat(first + 17)}${counters.map((counter) => ` │${counter.padStart(span - 1)}`).join("")}`;
  const second = `${"group".padEnd(first)}${"n".padStart(5)}  ${"label".padEnd(10)}${counters.map(() => ` │${cells(headings)}`).join("")}`;
  return [top, second, ...rows.map((row) => line(row, first))].join("\n");
}

function line({ group, label, statistics }: TruthRow, first: number): string {
  const n = String(statistics[0]?.n ?? 0).padStart(5);
  return `${group.padEnd(first)}${n}  ${label.padEnd(10)}${statistics.map((each) => ` │${cells(texts(each))}`).join("")}`;
}

function texts(each: GroupStatistics): readonly string[] {
  const { exact, withinOne, under, worstUnder, worstOver, medianRatio } = each;
  const worst = worstUnder === 0 ? "0" : `−${worstUnder}`;
  return [String(exact), String(withinOne), String(under), worst, `+${worstOver}`, medianRatio.toFixed(2)];
}

function cells(values: readonly string[]): string {
  return ` ${values.map((value, index) => value.padStart(widths[index] ?? 6)).join("")}`;
}
