import { type CompiledBudget, type DumpCall, type DumpChange, formatLedger, largestRows } from "@plimsoll/core";

/** How a view is drawn. */
export interface ViewOptions {
  readonly columns: number;
  /** Words and numbers only: no bar, no marks. */
  readonly plain: boolean;
}

/** How fast a conversation grows, from the calls before. */
export interface Growth {
  /** Input tokens more at each call, on average. */
  readonly tokensPerCall: number;
}

const rowsShown = 5;

/** One call: its ledger, the rows that weigh most, what changed, and how many calls are left. */
export function callView(call: DumpCall, growth: Growth | undefined, options: ViewOptions): string {
  const { budget } = call;
  const head = `call ${call.call}${call.namespace === "" ? "" : ` in ${call.namespace}`}, iteration ${call.iteration}`;
  const view = [
    head,
    ledgerIn(budget, options),
    "",
    heaviest(budget, options),
    ...(call.changed === null ? [] : ["", changesView(call.changed, options)]),
    "",
    callsLeft(budget, growth),
  ];
  return fitted(view.join("\n"), options.columns);
}

/** A ledger that belongs to no dump: of a request body. */
export function budgetView(budget: CompiledBudget, options: ViewOptions): string {
  return fitted([ledgerIn(budget, options), "", heaviest(budget, options)].join("\n"), options.columns);
}

/** Columns the drawn bar takes; cut, it would lie. */
const barColumns = 68;

function ledgerIn(budget: CompiledBudget, { columns, plain }: ViewOptions): string {
  return plain || columns < barColumns ? plainLedger(budget) : formatLedger(budget);
}

/** Lines without the drawn ones: the bar, its marker, and the marks before the labels. */
function plainLedger(budget: CompiledBudget): string {
  const lines = formatLedger(budget).split("\n");
  return [lines[0], ...lines.slice(3).map((line) => line.replace(/^[█▓▞▚▒░╱·] /, ""))].join("\n");
}

function heaviest({ rows, modelContextTokens }: CompiledBudget, { columns }: ViewOptions): string {
  const lines = largestRows(rows, rowsShown).map(({ label, segment, tokens }) => {
    const share = ((tokens * 100) / modelContextTokens).toFixed(1);
    return `  ${padded(`${segment}: ${label}`, columns - 22)}${count(tokens).padStart(10)} ${share.padStart(6)} %`;
  });
  return ["heaviest rows", ...lines].join("\n");
}

/** What is not as it was at the call before. */
export function changesView(changes: readonly DumpChange[], { columns }: ViewOptions): string {
  if (changes.length === 0) return "nothing changed since the call before";
  const shown = [...changes].sort((one, other) => weight(other) - weight(one)).slice(0, 2 * rowsShown);
  const lines = shown.map(({ segment, label, before, after }) => {
    const sign = before === 0 ? "+" : after === 0 ? "-" : "~";
    return `${sign} ${padded(`${segment}: ${label}`, columns - 26)}${count(before).padStart(10)} > ${count(after).padStart(9)}`;
  });
  const hidden = changes.length - shown.length;
  return [
    `changed since the call before (+ new, - gone, ~ other content)`,
    ...lines,
    ...(hidden === 0 ? [] : [`  and ${hidden} more`]),
  ].join("\n");
}

function weight({ before, after }: DumpChange): number {
  return Math.abs(after - before) + 1e-6 * Math.max(before, after);
}

function callsLeft({ freeTokens }: CompiledBudget, growth: Growth | undefined): string {
  if (freeTokens < 0) return `over the window by ${count(-freeTokens)} tokens`;
  if (growth === undefined || growth.tokensPerCall <= 0) return `${count(freeTokens)} tokens are free`;
  const calls = Math.floor(freeTokens / growth.tokensPerCall);
  return `about ${count(calls)} calls left at ${count(Math.round(growth.tokensPerCall))} tokens more at each`;
}

/** Lines cut to the terminal; those of prose are wrapped at words. */
function fitted(text: string, columns: number): string {
  return text
    .split("\n")
    .flatMap((line) => (line.length <= columns || isDrawn(line) ? [line.slice(0, columns)] : wrapped(line, columns)))
    .join("\n");
}

function isDrawn(line: string): boolean {
  return /[█▓▞▚▒░╱▏▲]/.test(line);
}

function wrapped(line: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > columns) {
      lines.push(current);
      current = `  ${word}`;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

function padded(name: string, width: number): string {
  const room = Math.max(8, width);
  return name.length > room ? `${name.slice(0, room - 1)}…` : name.padEnd(room);
}

/** Digits in groups of three, the same in every locale. */
function count(tokens: number): string {
  return String(tokens).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}
