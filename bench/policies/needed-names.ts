import type { RecordedMessage, Recording } from "../../examples/replay-transcript/recording.ts";

/** How many of the model's turns count as "soon". */
const turnsAhead = 20;

/** Paths with a folder, and file names with a short extension. */
const path = /(?:[\w.@~-]*\/)+[\w.@-]*\w|\b[\w-]+\.[a-z]{1,5}\b/g;
/** Words that nobody writes by chance: with an inner capital, an underscore, or letters and digits. */
const identifier = /\b(?:[A-Za-z]+[a-z][A-Z]\w*|\w*[A-Za-z0-9]_\w+|(?=\w*\d)(?=\w*[A-Za-z])\w+)\b/g;
/** Shorter ones are found by chance. */
const leastChars = 5;

/**
 * By position of each recorded turn: the file paths and identifiers that it and the next turns use, of those that had
 * been said before it. What nobody had said yet cannot be recalled and is not asked for.
 */
export function neededNames(recording: Recording): ReadonlyMap<number, readonly string[]> {
  const texts = recording.messages.map(textOf);
  const firstSaid = new Map<string, number>();
  const turns = recording.messages.flatMap(({ role }, position) =>
    role === "assistant" ? [{ position, names: namesIn(texts[position] ?? "") }] : [],
  );
  const isSaidBefore = (name: string, position: number): boolean => {
    const first = firstSaid.get(name) ?? texts.findIndex((text) => text.includes(name));
    firstSaid.set(name, first);
    return first < position;
  };
  return new Map(
    turns.map(({ position }, index) => {
      const soon = new Set(turns.slice(index, index + turnsAhead).flatMap(({ names }) => names));
      return [position, [...soon].filter((name) => isSaidBefore(name, position))];
    }),
  );
}

/** Share of the names that a text contains; undefined where none is asked for. */
export function recallOf(names: readonly string[], text: string): number | undefined {
  if (names.length === 0) return undefined;
  return names.filter((name) => text.includes(name)).length / names.length;
}

function namesIn(text: string): readonly string[] {
  const found = [...text.matchAll(path), ...text.matchAll(identifier)].map(([name]) => name);
  return [...new Set(found.filter((name) => name.length >= leastChars))];
}

function textOf({ text, calls }: RecordedMessage): string {
  return [text, ...calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`)].join("\n");
}
