import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupTurns, type Turn, type TurnEntry } from "./group-turns.ts";

const human: TurnEntry = { role: "human" };
const system: TurnEntry = { role: "system" };
const asks = (...calls: readonly string[]): TurnEntry => ({ role: "assistant", calls });
const answers = (call: string): TurnEntry => ({ role: "tool", answers: call });

function entriesOf(...transcript: readonly TurnEntry[]): readonly (readonly number[])[] {
  return groupTurns(transcript).map((turn) => turn.entries);
}

describe("groupTurns", () => {
  it("puts an assistant entry and every answer to its calls into one turn", () => {
    expect(entriesOf(system, human, asks("a", "b"), answers("b"), answers("a"), asks())).toEqual([
      [0],
      [1],
      [2, 3, 4],
      [5],
    ]);
  });

  it("follows the ids when other entries come between", () => {
    expect(entriesOf(asks("a"), human, asks("b"), answers("a"), answers("b"))).toEqual([[0, 3], [1], [2, 4]]);
  });

  it("pairs repeated ids by occurrence, the last message's calls first", () => {
    expect(entriesOf(asks("a"), answers("a"), asks("a"), answers("a"))).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(entriesOf(asks("a"), asks("a"), answers("a"), answers("a"))).toEqual([
      [0, 3],
      [1, 2],
    ]);
  });

  it("does not let a call that was never answered shift the pairs after it", () => {
    const transcript = [asks("a"), human, asks("a"), answers("a"), asks("a"), answers("a")];
    expect(groupTurns(transcript)).toMatchObject([
      { entries: [0], unanswered: ["a"] },
      { entries: [1] },
      { entries: [2, 3], unanswered: [] },
      { entries: [4, 5], unanswered: [] },
    ]);
  });

  it("takes a call as answered by a message that holds several results", () => {
    const results: TurnEntry = { role: "human", refersTo: ["a", "b"] };
    expect(groupTurns([asks("a", "b"), results, asks()])).toMatchObject([
      { kind: "assistant", entries: [0, 1], unanswered: [] },
      { entries: [2] },
    ]);
  });

  it("pairs two calls of one id within one entry with two answers", () => {
    expect(entriesOf(asks("a", "a"), answers("a"), answers("a"))).toEqual([[0, 1, 2]]);
  });

  it("lists calls that nothing answers", () => {
    expect(groupTurns([asks("a", "b"), answers("a"), human])[0]).toMatchObject({ unanswered: ["b"] });
  });

  it("keeps an answer to no call as an orphan", () => {
    expect(groupTurns([answers("a"), asks("a")])).toEqual([
      { kind: "orphan", entries: [0], unanswered: [], pending: [] },
      { kind: "assistant", entries: [1], unanswered: ["a"], pending: [] },
    ]);
  });

  it("puts every entry into exactly one turn and never parts an answer from an open call, whatever the history", () => {
    const entry = fc.oneof(
      fc.constant(human),
      fc.constant(system),
      fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }).map((calls) => asks(...calls)),
      fc.constantFrom("a", "b", "c").map(answers),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (transcript) => {
        const turns = groupTurns(transcript);
        expect(turns.flatMap((turn) => turn.entries).sort((left, right) => left - right)).toEqual([
          ...transcript.keys(),
        ]);
        const firsts = turns.map((turn) => turn.entries[0]);
        expect(firsts).toEqual(firsts.toSorted((left, right) => Number(left) - Number(right)));
        for (const turn of turns) expectClosed(transcript, turn);
      }),
    );
  });
});

function expectClosed(transcript: readonly TurnEntry[], turn: Turn): void {
  const [first, ...rest] = turn.entries.map((index) => transcript[index]);
  const calls = [...(first?.calls ?? [])];
  for (const answer of rest) {
    const index = calls.indexOf(answer?.answers ?? "");
    expect(index).toBeGreaterThanOrEqual(0);
    calls.splice(index, 1);
  }
  expect([...calls].sort()).toEqual([...turn.unanswered].sort());
}

describe("groupTurns along other links", () => {
  it("keeps an approval with its request, and says what is pending", () => {
    const request: TurnEntry = { role: "assistant", asks: ["approval"] };
    const approval: TurnEntry = { role: "human", refersTo: ["approval"] };
    expect(groupTurns([human, request, approval])).toMatchObject([
      { entries: [0] },
      { kind: "assistant", entries: [1, 2], pending: [] },
    ]);
    expect(groupTurns([human, request, human])[1]).toMatchObject({ entries: [1], pending: ["approval"] });
  });

  it("keeps a server tool, the calls it makes and its late result together", () => {
    const started: TurnEntry = { role: "assistant", opens: ["server"], calls: ["a"], refersTo: ["server"] };
    const finished: TurnEntry = { role: "assistant", refersTo: ["server"], calls: ["b"] };
    expect(groupTurns([started, answers("a"), human, finished, answers("b")])).toMatchObject([
      { kind: "assistant", entries: [0, 1, 3, 4], unanswered: [] },
      { entries: [2] },
    ]);
  });

  it("keeps mere reasoning with the assistant entry after it, and only with that", () => {
    const thinks: TurnEntry = { role: "assistant", leads: true };
    expect(entriesOf(thinks, asks("a"), answers("a"), asks())).toEqual([[0, 1, 2], [3]]);
    expect(entriesOf(thinks, human, asks())).toEqual([[0], [1], [2]]);
  });

  it("is closed under every link, whatever refers to whatever", () => {
    const id = fc.constantFrom("x", "y", "z");
    const ids = fc.array(id, { maxLength: 2 });
    const entry = fc.record({
      role: fc.constantFrom("human" as const, "assistant" as const),
      opens: ids,
      refersTo: ids,
      calls: ids,
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        const turns = groupTurns(entries);
        const turnOf = new Map(turns.flatMap((turn, index) => turn.entries.map((each) => [each, index] as const)));
        expect([...turnOf.keys()].toSorted((left, right) => left - right)).toEqual([...entries.keys()]);
        for (const [index, { refersTo }] of entries.entries()) {
          for (const item of refersTo) {
            const opener = entries.slice(0, index).findLastIndex(({ opens }) => opens.includes(item));
            if (opener !== -1) expect(turnOf.get(index)).toBe(turnOf.get(opener));
          }
        }
      }),
    );
  });
});
