import type { PolicyResult, PolicyRow } from "./policy-result.ts";

type Column = readonly [heading: string, cell: (result: PolicyResult) => string];

const columns: readonly Column[] = [
  ["sent", ({ sent }) => grouped(sent)],
  ["refused", ({ refused }) => grouped(refused)],
  ["over", ({ over }) => grouped(over)],
  ["over*1.28", ({ overClaudeLike }) => grouped(overClaudeLike)],
  ["invalid", ({ invalidMade }) => grouped(invalidMade)],
  ["as rec.", ({ invalidAsRecorded }) => grouped(invalidAsRecorded)],
  ["no task", ({ withoutTask }) => grouped(withoutTask)],
  ["tokens", ({ tokens }) => grouped(tokens)],
  ["largest", ({ largest }) => grouped(largest)],
  ["prefix", ({ prefixReuse }) => prefixReuse.toFixed(3)],
  ["rewrites", ({ rewrites }) => grouped(rewrites)],
  ["sum.calls", ({ summarizerCalls }) => grouped(summarizerCalls)],
  ["sum.in", ({ summarizerInput }) => grouped(summarizerInput)],
  ["sum.out", ({ summarizerOutput }) => grouped(summarizerOutput)],
  ["sum.over", ({ summarizerOver }) => grouped(summarizerOver)],
  ["cost", ({ costOfUncached }) => costOfUncached.toFixed(3)],
  ["cost/cached", ({ costOfCached }) => costOfCached.toFixed(2)],
  ["recall", ({ recall }) => recall.toFixed(3)],
  ["seconds", ({ seconds }) => seconds.toFixed(1)],
];

/** What the columns mean, for those who read the table. */
export const legend = [
  "tokens counted by o200k_base: tools, system prompt and messages as the model received them, 4 more for each message, call and tool",
  "over: larger than the window; over*1.28: with counts scaled to a tokenizer like Claude's; no room is asked for the answer",
  "invalid: with broken call pairs the recording does not have; as rec.: with those it has; no task: without the user's last words, verbatim, as a message of their own",
  "prefix: share of the tokens that stood in the same place in the request before; rewrites: requests that changed or dropped what was sent before",
  "cost: uncached input 1, cached prefix 0.1, summarizer input 1 and output 5, by sending everything without caching; cost/cached: by sending everything with it",
  "recall: of the paths and identifiers the next 20 recorded turns use and that had been said before, those in the request; mean over calls",
  "the summarizing model is scripted: it answers with the first and last lines of the conversation it was given, about 600 tokens, also where that was too large for it (sum.over)",
];

/** The policies of one session and window, one a row. */
export function policyTable(rows: readonly PolicyRow[]): string {
  const cells = [
    ["", ...columns.map(([heading]) => heading)],
    ...rows.map(({ policy, result }) => [policy.name, ...columns.map(([, cell]) => cell(result))]),
  ];
  const width = (column: number): number => Math.max(...cells.map((row) => row[column]?.length ?? 0));
  return cells
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column)))))
    .map((row) => row.join("  "))
    .join("\n");
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
