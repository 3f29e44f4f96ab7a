import { renderMessage, type SummaryTurn, type TokenCounter } from "@plimsoll/core";
import { composeDigest } from "../../packages/core/src/digest-summarizer/compose-digest.ts";
import { heldNames, type Names, neededNames } from "./needed-names.ts";
import { type RecordedSession, turnsOf } from "./recorded-session.ts";

/** How many of the needed names a text holds. */
export interface Held {
  readonly paths: number;
  readonly identifiers: number;
  readonly tokens: number;
}

/** What texts of at most `cap` tokens hold of the names that the turns after a cut need. */
export interface Measured {
  readonly session: string;
  /** Turns before the cut. */
  readonly cut: number;
  readonly cap: number;
  readonly needed: { readonly paths: number; readonly identifiers: number };
  readonly digest: Held;
  /** A digest of digests: each made from the one before and 20 more turns. */
  readonly carried: Held;
  /** The newest text before the cut, as it stands. */
  readonly tail: Held;
}

/** The recorded summary of a model beside a digest of the same turns in as many tokens. */
export interface ComparedSummary extends Omit<Measured, "carried" | "tail"> {
  readonly recorded: Held;
  /** Where the recording ends at the cut, the names the last turns before it needed stand in for later ones. */
  readonly isRetrospective: boolean;
}

/** No recorded text has more characters a token than this. */
const mostCharacters = 12;
/** How many turns after a cut count as later. */
const horizon = 20;
/** Parts that cuts divide a session into: so many turns each, and no more than this. */
const part = { turns: 5, most: 13 };

/** The session cut at several points, under several caps. */
export function measureSplits(
  { id, messages }: RecordedSession,
  caps: readonly number[],
  counter: TokenCounter,
): readonly Measured[] {
  const turns = turnsOf(messages);
  const splits = Math.min(part.most, Math.floor(turns.length / part.turns));
  const cuts = Array.from({ length: splits - 1 }, (_, index) => Math.floor((turns.length * (index + 1)) / splits));
  return cuts.flatMap((cut) => {
    const before = turns.slice(0, cut);
    const names = neededNames(before, turns.slice(cut, cut + horizon));
    return caps.map((cap) => {
      const held = (text: string): Held => heldIn(text, names, counter);
      return {
        session: id,
        cut,
        cap,
        needed: sizes(names),
        digest: held(digest(before, cap, counter)),
        carried: held(carriedDigest(before, cap, counter)),
        tail: held(tail(before, cap, counter)),
      };
    });
  });
}

/** The session's recorded summary against a digest; undefined where none is recorded. */
export function compareRecorded(
  { id, messages, summary }: RecordedSession,
  counter: TokenCounter,
): ComparedSummary | undefined {
  if (summary === undefined) return undefined;
  const before = turnsOf(messages.slice(0, summary.firstKept));
  const later = neededNames(before, turnsOf(messages.slice(summary.firstKept)).slice(0, horizon));
  const isRetrospective = later.paths.size + later.identifiers.size === 0;
  const names = isRetrospective ? neededNames(before, before.slice(-horizon)) : later;
  const cap = counter.count(summary.text);
  return {
    session: id,
    cut: before.length,
    cap,
    needed: sizes(names),
    digest: heldIn(digest(before, cap, counter), names, counter),
    recorded: heldIn(summary.text, names, counter),
    isRetrospective,
  };
}

function digest(turns: readonly SummaryTurn[], maxTokens: number, counter: TokenCounter, previous?: string): string {
  return composeDigest({
    turns,
    maxTokens,
    count: (text) => counter.count(text),
    ...(previous === undefined ? {} : { previous }),
  });
}

function carriedDigest(turns: readonly SummaryTurn[], cap: number, counter: TokenCounter): string {
  let text: string | undefined;
  for (let start = 0; start < turns.length; start += horizon)
    text = digest(turns.slice(start, start + horizon), cap, counter, text);
  return text ?? "";
}

/** The longest end of the text that is under the cap, found by halving. */
function tail(turns: readonly SummaryTurn[], cap: number, counter: TokenCounter): string {
  const text = turns.flatMap(({ messages }) => messages.map(renderMessage)).join("\n");
  let fitting = 0;
  let excessive = Math.min(text.length, cap * mostCharacters) + 1;
  while (excessive - fitting > 1) {
    const middle = Math.floor((fitting + excessive) / 2);
    if (counter.count(text.slice(text.length - middle)) <= cap) fitting = middle;
    else excessive = middle;
  }
  return text.slice(text.length - fitting);
}

function heldIn(text: string, needed: Names, counter: TokenCounter): Held {
  return { ...sizes(heldNames(text, needed)), tokens: counter.count(text) };
}

function sizes({ paths, identifiers }: Names): { readonly paths: number; readonly identifiers: number } {
  return { paths: paths.size, identifiers: identifiers.size };
}
