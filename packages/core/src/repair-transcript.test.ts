import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupTurns, type TurnEntry } from "./group-turns.ts";
import type { MessageContent, Surface } from "./outbound-request.ts";
import { repairTranscript } from "./repair-transcript.ts";
import { requestProblems } from "./request-problems/request-problems.ts";
import { deepFreeze } from "./testing.ts";

const human: TurnEntry = { role: "human" };
const system: TurnEntry = { role: "system" };
const asks = (...calls: readonly string[]): TurnEntry => ({ role: "assistant", calls });
const answers = (call: string): TurnEntry => ({ role: "tool", answers: call });
const says: TurnEntry = { role: "assistant" };
const thinks: TurnEntry = { role: "assistant", leads: true };
const empty: TurnEntry = { role: "assistant", empty: true };

/** The list a repair describes. */
function repaired(entries: readonly TurnEntry[]): readonly TurnEntry[] {
  const repair = repairTranscript(entries);
  if (repair === undefined) return entries;
  return repair.entries.flatMap((entry) =>
    entry.kind === "entry" ? (entries[entry.index] ?? []) : answers(entry.call),
  );
}

function contentOf({ role, calls = [], answers: toolCallId, leads, empty: isEmpty }: TurnEntry): MessageContent {
  if (toolCallId !== undefined) return { role: "tool", content: "x", toolCallId };
  const toolCalls = calls.map((id) => ({ id, name: "read", arguments: "{}" }));
  const content = leads === true ? [{ kind: "reasoning", text: "hm" } as const] : isEmpty === true ? "" : "x";
  return { role: role === "human" ? "user" : role, content, toolCalls };
}

const surfaces: readonly Surface[] = ["openai-chat", "openai-responses", "anthropic", "gemini", "generic"];
/** What repair does not answer for: whose message stands where, and ids that repeat. */
const notMended = new Set([
  "repeated-call-id",
  "call-after-assistant",
  "system-not-first",
  "starts-with-assistant",
  "no-conversation",
]);

function problemsLeft(entries: readonly TurnEntry[]): readonly string[] {
  const messages = entries.map(contentOf);
  const kinds = surfaces.flatMap((surface) => requestProblems(messages, surface).map(({ kind }) => kind));
  return kinds.filter((kind) => !notMended.has(kind));
}

const history = fc
  .array(
    fc.oneof(
      fc.constantFrom(human, system, says, thinks, empty),
      fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 }).map((calls) => asks(...calls)),
      fc.constantFrom("a", "b", "c").map(answers),
    ),
    { maxLength: 30 },
  )
  .map(deepFreeze);

describe("repairTranscript", () => {
  it("leaves a list alone that needs nothing", () => {
    expect(repairTranscript([system, human, asks("a", "b"), answers("b"), answers("a"), asks()])).toBeUndefined();
  });

  it("makes up an answer behind the others for a call a broken-off run left open", () => {
    expect(repairTranscript([human, asks("a", "b"), answers("b"), human])).toEqual({
      entries: [
        { kind: "entry", index: 0 },
        { kind: "entry", index: 1 },
        { kind: "entry", index: 2 },
        { kind: "answer", call: "a", of: 1, occurrence: 0 },
        { kind: "entry", index: 3 },
      ],
      answered: 1,
      moved: [],
      omitted: [],
    });
  });

  it("moves an answer behind its call, leaves out an answer to none and a second one", () => {
    const repair = repairTranscript([answers("x"), asks("a"), human, answers("a"), answers("a")]);
    expect(repair).toMatchObject({ answered: 0, moved: [3], omitted: [0, 4] });
    expect(repair?.entries.map((entry) => (entry.kind === "entry" ? entry.index : -1))).toEqual([1, 3, 2]);
  });

  it("tells two open calls of one id and entry apart", () => {
    expect(repairTranscript([asks("a", "a")])?.entries).toMatchObject([{}, { occurrence: 0 }, { occurrence: 1 }]);
  });

  it("answers a call at the very end, where a request must not end with it", () => {
    expect(repairTranscript([human, asks("a")])?.entries.at(-1)).toEqual({
      kind: "answer",
      call: "a",
      of: 1,
      occurrence: 0,
    });
  });

  it("keeps the answers of repeated ids where they are when an earlier call was never answered", () => {
    const repair = repairTranscript([asks("a"), human, asks("a"), answers("a")]);
    expect(repair).toMatchObject({ answered: 1, moved: [], omitted: [] });
    expect(repair?.entries[1]).toMatchObject({ kind: "answer", of: 0 });
  });

  it("leaves out what says nothing, and reasoning that breaks off", () => {
    expect(repairTranscript([human, empty, thinks, asks("a"), answers("a")])).toMatchObject({ omitted: [1] });
    expect(repairTranscript([human, thinks, thinks, empty, human])).toMatchObject({ omitted: [1, 2, 3] });
  });

  it("makes every history acceptable as far as it can, once and for all, and loses nothing unsaid", () => {
    fc.assert(
      fc.property(history, (entries) => {
        const list = repaired(entries);
        expect(problemsLeft(list)).toEqual([]);
        expect(repairTranscript(list)).toBeUndefined();
        const repair = repairTranscript(entries);
        if (repair === undefined) return;
        const kept = repair.entries.flatMap((entry) => (entry.kind === "entry" ? [entry.index] : []));
        expect([...kept, ...repair.omitted].toSorted((left, right) => left - right)).toEqual([...entries.keys()]);
      }),
    );
  });

  it("leaves a list that stays acceptable whatever whole turns are taken out of it", () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.boolean()), (entries, coin) => {
        const list = repaired(entries);
        const out = new Set(groupTurns(list).flatMap((turn) => (coin.next().value ? turn.entries : [])));
        const left = list.filter((_entry, index) => !out.has(index));
        expect(problemsLeft(left)).toEqual([]);
      }),
    );
  });
});
