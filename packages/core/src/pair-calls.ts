import type { TurnEntry } from "./turn-entry.ts";

/** Which entry answers whose call. */
export interface PairedCalls {
  /** For each entry, the entries whose calls it answers: one at most, but for a message that holds several results. */
  readonly answered: readonly (readonly number[])[];
  /** Ids of the calls that nothing answers, in order, by the entry that makes them. */
  readonly unanswered: ReadonlyMap<number, readonly string[]>;
}

interface OpenCall {
  readonly caller: number;
  /** Its place among the calls of its entry. */
  readonly position: number;
}

/** Calls of one id that are still open: those from `head` on. */
interface OpenCalls {
  readonly calls: OpenCall[];
  head: number;
}

const nobody: readonly number[] = [];
const noIds: readonly string[] = [];

/**
 * Pairs answers with calls. Ids may repeat (some providers number calls anew in every message): an answer belongs to the
 * last entry with calls before it if that has a call of this id open, else to the first call still open. So repeated
 * ids are paired by occurrence, and a call that was never answered does not shift the pairs after it.
 */
export function pairCalls(entries: readonly TurnEntry[]): PairedCalls {
  const open = new Map<string, OpenCalls>();
  let lastCaller = -1;
  const answered = entries.map((entry, index) => {
    const callers = answeredIds(entry).flatMap((callId) => take(open.get(callId), lastCaller)?.caller ?? nobody);
    const calls = entry.calls ?? noIds;
    if (calls.length > 0) lastCaller = index;
    for (const [position, callId] of calls.entries()) add(open, callId, { caller: index, position });
    return callers;
  });
  return { answered, unanswered: stillOpen(open) };
}

function answeredIds({ answers, refersTo = noIds }: TurnEntry): readonly string[] {
  return answers === undefined ? refersTo : [answers, ...refersTo];
}

function add(open: Map<string, OpenCalls>, callId: string, call: OpenCall): void {
  const known = open.get(callId);
  if (known === undefined) open.set(callId, { calls: [call], head: 0 });
  else known.calls.push(call);
}

function take(open: OpenCalls | undefined, lastCaller: number): OpenCall | undefined {
  if (open === undefined || open.head >= open.calls.length) return undefined;
  const isOlder = open.calls[open.head]?.caller !== lastCaller;
  return isOlder && open.calls.at(-1)?.caller === lastCaller ? open.calls.pop() : open.calls[open.head++];
}

function stillOpen(open: ReadonlyMap<string, OpenCalls>): ReadonlyMap<number, readonly string[]> {
  const left = [...open].flatMap(([callId, { calls, head }]) => calls.slice(head).map((call) => ({ ...call, callId })));
  left.sort((one, other) => one.caller - other.caller || one.position - other.position);
  const unanswered = new Map<number, string[]>();
  for (const { caller, callId } of left) {
    const known = unanswered.get(caller);
    if (known === undefined) unanswered.set(caller, [callId]);
    else known.push(callId);
  }
  return unanswered;
}
