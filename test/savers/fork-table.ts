import { type BaseCheckpointSaver } from "@langchain/langgraph";
import { withPinnedSummaries } from "@plimsoll/langgraph";
import { forkCases, type ForkHome } from "@plimsoll/langgraph/testing";

/** A saver of the table; `open` makes an empty one, and `again` opens what it left where it keeps anything. */
export interface TableSaver {
  readonly open: () => Promise<BaseCheckpointSaver>;
  readonly again?: () => Promise<BaseCheckpointSaver>;
  /** Called after each case. */
  readonly close?: () => Promise<void>;
}

/** Right, wrong, or not applicable: wrapped, then bare. */
export type Marks = string;

/** Runs every case over a saver, wrapped and bare. */
export async function marksOf(saver: TableSaver): Promise<Readonly<Record<string, Marks>>> {
  const marks: Record<string, string> = {};
  for (const { id, run } of forkCases) {
    const ways: readonly ((bare: BaseCheckpointSaver) => ForkHome)[] = [wrapped(saver), bare(saver)];
    const outcomes: string[] = [];
    for (const way of ways) outcomes.push(markOf(await run(way(await saver.open())).catch(() => "it failed")));
    marks[id] = outcomes.join(" ");
    await saver.close?.();
  }
  return marks;
}

function markOf(outcome: string | undefined): string {
  return outcome === undefined ? "✓" : outcome === "not applicable" ? "–" : "✗";
}

function wrapped({ again }: TableSaver) {
  return (saver: BaseCheckpointSaver): ForkHome => {
    const pinned = withPinnedSummaries(saver);
    return {
      saver: pinned,
      copyThread: (from, to, options) => pinned.copyThread(from, to, options),
      ...(again === undefined ? {} : { reopen: async () => ({ saver: withPinnedSummaries(await again()) }) }),
    };
  };
}

function bare({ again }: TableSaver) {
  return (saver: BaseCheckpointSaver): ForkHome => ({
    saver,
    ...(again === undefined ? {} : { reopen: async () => ({ saver: await again() }) }),
  });
}

/** The lines of the table in a document, by case and column. */
export function parseTable(text: string): Readonly<Record<string, Readonly<Record<string, Marks>>>> {
  const lines = text.slice(text.indexOf("<!-- fork table -->"), text.indexOf("<!-- end of fork table -->")).split("\n");
  const [head = "", , ...rows] = lines.filter((line) => line.startsWith("|"));
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, ...columns] = cells(head);
  const table: Record<string, Record<string, Marks>> = Object.fromEntries(columns.map((column) => [column, {}]));
  for (const row of rows) {
    const [title = "", ...marks] = cells(row);
    const id = forkCases.find((forkCase) => forkCase.title === title)?.id ?? title;
    for (const [index, column] of columns.entries()) Object.assign(table[column] ?? {}, { [id]: marks[index] ?? "" });
  }
  return table;
}

/** The table as it stands in the document. */
export function formatTable(columns: Readonly<Record<string, Readonly<Record<string, Marks>>>>): string {
  const names = Object.keys(columns);
  const rows = forkCases.map(
    ({ id, title }) => `| ${title} | ${names.map((name) => columns[name]?.[id] ?? "").join(" | ")} |`,
  );
  return [`| Over the saver | ${names.join(" | ")} |`, `| --- |${names.map(() => " --- |").join("")}`, ...rows].join(
    "\n",
  );
}
