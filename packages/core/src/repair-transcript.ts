import { type PairedCalls, pairCalls } from "./pair-calls.ts";
import type { TurnEntry } from "./turn-entry.ts";

/** One place of a repaired list: an entry of the given list, or an answer to be made up for a call that has none. */
export type RepairedEntry =
  | { readonly kind: "entry"; readonly index: number }
  | {
      readonly kind: "answer";
      readonly call: string;
      /** Index of the entry that makes the call. */
      readonly of: number;
      /** Which of its unanswered calls with this id, from 0. */
      readonly occurrence: number;
    };

/** How a list becomes acceptable, and what that takes. Indexes are those of the given list. */
export interface TranscriptRepair {
  /** The repaired list, in order. */
  readonly entries: readonly RepairedEntry[];
  /** How many answers are made up. */
  readonly answered: number;
  /** Answers that stood away from their call. */
  readonly moved: readonly number[];
  /** Entries left out: answers to no call or to an answered one, and assistant entries that say nothing. */
  readonly omitted: readonly number[];
}

/**
 * Says how a list of entries becomes one that every provider takes; undefined where it is one already. Nothing is lost
 * silently: each entry is in `entries` or in `omitted`.
 *
 * - A call without an answer gets one, behind the other answers to its entry. The last entry is no exception: a request
 *   that ends with an open call is refused, and a conversation that waits for an answer is not sent.
 * - An answer away from its call is moved behind it.
 * - An answer to no call, and a second one to an answered call, is left out.
 * - So is an assistant entry that says nothing, or nothing but reasoning with no assistant entry after it.
 *
 * Calls and answers are paired as {@link pairCalls} says. Pure, in linear time; a repaired list needs no repair.
 */
export function repairTranscript(entries: readonly TurnEntry[]): TranscriptRepair | undefined {
  const pairs = pairCalls(entries);
  const strays = new Set([...entries.keys()].filter((index) => isStray(entries, index, pairs)));
  const ordered = orderedEntries(entries, pairs, strays);
  const omitted = new Set([...strays, ...loneReasoning(ordered, entries)]);
  const repaired = ordered.filter((entry) => entry.kind === "answer" || !omitted.has(entry.index));
  const answered = repaired.filter(({ kind }) => kind === "answer").length;
  const moved = movedAnswers(entries, pairs, omitted);
  if (answered + moved.length + omitted.size === 0) return undefined;
  return { entries: repaired, answered, moved, omitted: [...omitted].toSorted((left, right) => left - right) };
}

function isStray(entries: readonly TurnEntry[], index: number, { answered }: PairedCalls): boolean {
  const entry = entries[index];
  if (entry?.role === "tool") return entry.answers !== undefined && answered[index]?.length === 0;
  return entry?.empty === true;
}

/** Whose call a result answers, behind which it has to stand; undefined for entries that stand by themselves. */
function callerOf(entries: readonly TurnEntry[], index: number, { answered }: PairedCalls): number | undefined {
  return entries[index]?.role === "tool" ? answered[index]?.[0] : undefined;
}

function orderedEntries(
  entries: readonly TurnEntry[],
  pairs: PairedCalls,
  strays: ReadonlySet<number>,
): readonly RepairedEntry[] {
  const answers = new Map<number, RepairedEntry[]>();
  const standing: number[] = [];
  for (const index of entries.keys()) {
    if (strays.has(index)) continue;
    const caller = callerOf(entries, index, pairs);
    const known = caller === undefined ? undefined : answers.get(caller);
    if (caller === undefined) standing.push(index);
    else if (known === undefined) answers.set(caller, [{ kind: "entry", index }]);
    else known.push({ kind: "entry", index });
  }
  return standing.flatMap((index) => [
    { kind: "entry", index },
    ...(answers.get(index) ?? []),
    ...madeUpAnswers(pairs.unanswered.get(index) ?? [], index),
  ]);
}

function madeUpAnswers(calls: readonly string[], of: number): readonly RepairedEntry[] {
  const occurrences = new Map<string, number>();
  return calls.map((call) => {
    const occurrence = occurrences.get(call) ?? 0;
    occurrences.set(call, occurrence + 1);
    return { kind: "answer", call, of, occurrence };
  });
}

/** Reasoning that no assistant entry follows in the repaired order. */
function loneReasoning(ordered: readonly RepairedEntry[], entries: readonly TurnEntry[]): ReadonlySet<number> {
  const lone = new Set<number>();
  let isFollowed = false;
  for (const item of ordered.toReversed()) {
    const entry = item.kind === "entry" ? entries[item.index] : undefined;
    if (item.kind === "entry" && entry?.leads === true && !isFollowed) lone.add(item.index);
    else isFollowed = entry?.role === "assistant";
  }
  return lone;
}

/** An answer is in its place where nothing but answers to the same entry stands between it and its call. */
function movedAnswers(
  entries: readonly TurnEntry[],
  pairs: PairedCalls,
  omitted: ReadonlySet<number>,
): readonly number[] {
  const moved: number[] = [];
  let block = -1;
  for (const index of entries.keys()) {
    if (omitted.has(index)) continue;
    const caller = callerOf(entries, index, pairs);
    if (caller === undefined) block = index;
    else if (caller !== block) moved.push(index);
  }
  return moved;
}
