import { type DumpCall, PlimsollError, readDump } from "@plimsoll/core";
import type { Growth } from "../views/call-view.ts";

/** Calls the growth is averaged over. */
const recent = 5;

/** The call that is looked at, and what is known from those before it. */
export interface SelectedCall {
  readonly call: DumpCall;
  readonly growth: Growth | undefined;
  readonly tornLines: number;
}

/**
 * The call of this number, or the last. Streams: holds one call, and the sizes of the last few.
 *
 * @throws PlimsollError `invalid_dump` for a dump without it.
 */
export async function selectCall(
  chunks: AsyncIterable<string>,
  wanted: number | undefined,
  onCall?: (call: DumpCall) => void,
): Promise<SelectedCall> {
  let found: DumpCall | undefined;
  const sizes: number[] = [];
  let tornLines = 0;
  let last = 0;
  for await (const line of readDump(chunks)) {
    if (line.kind === "end") tornLines = line.tornLines;
    if (line.kind !== "call") continue;
    onCall?.(line);
    last = line.call;
    if (wanted !== undefined && line.call > wanted) continue;
    found = wanted === undefined || line.call === wanted ? line : found;
    sizes.push(line.budget.totalInputTokens);
    if (sizes.length > recent + 1) sizes.shift();
  }
  if (found === undefined) throw noSuchCall(wanted, last);
  return { call: found, growth: growthOf(sizes), tornLines };
}

function growthOf(sizes: readonly number[]): Growth | undefined {
  const [first] = sizes;
  const last = sizes.at(-1);
  if (first === undefined || last === undefined || sizes.length < 2) return undefined;
  return { tokensPerCall: (last - first) / (sizes.length - 1) };
}

function noSuchCall(wanted: number | undefined, last: number): PlimsollError {
  const what = wanted === undefined ? "the dump has no call" : `the dump has no call ${wanted}; its last is ${last}`;
  return new PlimsollError(
    "invalid_dump",
    `${what}. A dump gets a line at each model call of an agent that writes one.`,
  );
}
