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

  it("pairs repeated ids by occurrence", () => {
    expect(entriesOf(asks("a"), answers("a"), asks("a"), answers("a"))).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(entriesOf(asks("a"), asks("a"), answers("a"), answers("a"))).toEqual([
      [0, 2],
      [1, 3],
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
      { kind: "orphan", entries: [0], unanswered: [] },
      { kind: "assistant", entries: [1], unanswered: ["a"] },
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
