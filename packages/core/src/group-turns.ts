import { pairCalls } from "./pair-calls.ts";
import type { TurnEntry } from "./turn-entry.ts";

export type { TurnEntry } from "./turn-entry.ts";

/** The smallest unit that may be kept or replaced. */
export interface Turn {
  /** What its first entry is. */
  readonly kind: "system" | "human" | "assistant" | "orphan";
  /** Indexes of its entries, ascending; not always adjacent. */
  readonly entries: readonly number[];
  /** Calls that no entry answers. */
  readonly unanswered: readonly string[];
  /** Approvals that are asked for and not yet given or refused. While there is one, the turn must stay. */
  readonly pending: readonly string[];
}

interface OpenTurn {
  readonly kind: Turn["kind"];
  readonly entries: number[];
  readonly unanswered: string[];
  readonly pending: string[];
}

/**
 * Groups entries into turns that are closed under the id graph: a human or system entry by itself; an assistant entry
 * with every answer to its calls ({@link pairCalls} says which), with the entries that continue its server tools or
 * respond to its approvals, and with reasoning that stands alone right before it; an answer to no call as an orphan.
 * Entries that are linked are one turn, of the first one's kind. Every entry is in exactly one turn; turns stand in the
 * order of their first entries.
 */
export function groupTurns(entries: readonly TurnEntry[]): readonly Turn[] {
  const { answered, unanswered } = pairCalls(entries);
  const { firstOf, pending } = linkEntries(entries, answered);
  const turns = new Map<number, OpenTurn>();
  for (const [index, entry] of entries.entries()) {
    const first = firstOf(index);
    const turn = turns.get(first) ?? { kind: kindOf(entry), entries: [], unanswered: [], pending: [] };
    if (first === index) turns.set(first, turn);
    turn.entries.push(index);
    for (const callId of unanswered.get(index) ?? []) turn.unanswered.push(callId);
    for (const id of entry.asks ?? []) if (pending.get(id) === index) turn.pending.push(id);
  }
  return [...turns.values()];
}

interface EntryLinks {
  /** The first entry of an entry's turn. */
  readonly firstOf: (index: number) => number;
  /** Approvals that nothing refers to, and who asks for them. */
  readonly pending: ReadonlyMap<string, number>;
}

function linkEntries(entries: readonly TurnEntry[], answered: readonly (readonly number[])[]): EntryLinks {
  const parents = [...entries.keys()];
  const openers = new Map<string, number>();
  const pending = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    for (const caller of answered[index] ?? []) join(parents, caller, index);
    for (const id of entry.refersTo ?? []) {
      pending.delete(id);
      join(parents, openers.get(id) ?? index, index);
    }
    if (entry.role === "assistant" && entries[index - 1]?.leads === true) join(parents, index - 1, index);
    for (const id of entry.opens ?? []) openers.set(id, index);
    for (const id of entry.asks ?? []) {
      openers.set(id, index);
      pending.set(id, index);
    }
  }
  return { firstOf: (index) => rootOf(parents, index), pending };
}

/** Disjoint sets: the root of a set is its first entry, so that turns come out in order. */
function join(parents: number[], left: number, right: number): void {
  const [one, other] = [rootOf(parents, left), rootOf(parents, right)];
  parents[Math.max(one, other)] = Math.min(one, other);
}

/** Halves the path on its way, which keeps every path short. */
function rootOf(parents: number[], index: number): number {
  let current = index;
  for (;;) {
    const parent = parents[current] ?? current;
    if (parent === current) return current;
    const next = parents[parent] ?? parent;
    parents[current] = next;
    current = next;
  }
}

function kindOf(entry: TurnEntry): Turn["kind"] {
  switch (entry.role) {
    case "system":
    case "human":
    case "assistant":
      return entry.role;
    case "tool":
      return "orphan";
    default:
      return entry.role satisfies never;
  }
}
