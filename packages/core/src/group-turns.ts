/** What grouping needs to know of one entry of a transcript (a message, or an event in OpenWOP). */
export interface TurnEntry {
  readonly role: "system" | "human" | "assistant" | "tool";
  /** Ids of the calls this entry makes. */
  readonly calls?: readonly string[];
  /** Id of the call this entry answers. */
  readonly answers?: string;
}

/** The smallest unit that may be kept or replaced. */
export interface Turn {
  readonly kind: "system" | "human" | "assistant" | "orphan";
  /** Indexes of its entries, ascending; not always adjacent. */
  readonly entries: readonly number[];
  /** Calls that no entry answers. */
  readonly unanswered: readonly string[];
}

interface OpenTurn {
  readonly kind: Turn["kind"];
  readonly entries: number[];
  readonly unanswered: string[];
}

/**
 * Groups entries into turns, closed under the id graph of calls and answers: a human or system entry by itself, an
 * assistant entry with every answer to its calls, an answer to no call as an orphan. Repeated call ids are paired by
 * occurrence: the first answer belongs to the first call still open. Every entry is in exactly one turn; turns stand
 * in the order of their first entries.
 */
export function groupTurns(entries: readonly TurnEntry[]): readonly Turn[] {
  const turns: OpenTurn[] = [];
  const open = new Map<string, OpenTurn[]>();
  for (const [index, entry] of entries.entries()) {
    const asked = entry.answers === undefined ? undefined : takeFirst(open, entry.answers);
    if (asked !== undefined && entry.answers !== undefined) {
      asked.entries.push(index);
      asked.unanswered.splice(asked.unanswered.indexOf(entry.answers), 1);
      continue;
    }
    const turn: OpenTurn = { kind: kindOf(entry), entries: [index], unanswered: [...(entry.calls ?? [])] };
    turns.push(turn);
    for (const call of turn.unanswered) open.set(call, [...(open.get(call) ?? []), turn]);
  }
  return turns;
}

function takeFirst(open: Map<string, OpenTurn[]>, call: string): OpenTurn | undefined {
  return open.get(call)?.shift();
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
