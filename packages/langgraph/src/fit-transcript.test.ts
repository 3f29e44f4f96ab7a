import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { compileOutboundRequestBudget } from "@plimsoll/core";
import { messageSegment, requestOf, textOnlyRules, wordCounter, words } from "@plimsoll/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FittedTranscript, fitTranscript } from "./fit-transcript.ts";
import { projectTranscript } from "./project-transcript.ts";
import { standAfter, type StandingWindow } from "./standing-window.ts";

let nextId = 0;
function named<M extends BaseMessage>(message: M): M {
  message.id = `m${nextId++}`;
  return message;
}
const human = (size: number): BaseMessage => named(new HumanMessage(words(size)));
function step(size: number): readonly BaseMessage[] {
  const id = `c${nextId}`;
  const call = { id, name: "read", args: {} };
  return [
    named(new AIMessage({ content: "", tool_calls: [call] })),
    named(new ToolMessage({ content: words(size), tool_call_id: id })),
  ];
}

interface Setting {
  readonly window?: number;
  readonly standing?: StandingWindow | undefined;
  readonly keepLastTurns?: number;
  readonly protect?: (message: BaseMessage) => boolean;
}

function fit(
  messages: readonly BaseMessage[],
  { window = 1_000, standing, keepLastTurns = 1, protect }: Setting = {},
): FittedTranscript & { readonly next: StandingWindow | undefined } {
  const transcript = projectTranscript(messages, { protect });
  const head = [messageSegment("system", words(100))];
  const fitted = fitTranscript({
    transcript,
    standing,
    keepLastTurns,
    compile: (indexes) => ({
      budget: compileOutboundRequestBudget(
        requestOf([...head, ...indexes.flatMap((index) => transcript.segments[index] ?? [])], {
          contextWindow: window,
        }),
        { counter: wordCounter, rules: textOnlyRules },
      ),
      firstSegment: head.length,
    }),
  });
  return { ...fitted, next: standAfter(transcript, fitted.evicted) };
}

describe("fitTranscript", () => {
  it("holds a request that fits, even below the headroom line", () => {
    expect(fit([human(50), ...step(700)])).toMatchObject({ kind: "held", evicted: [], messageIndexes: [0, 1, 2] });
  });

  it("takes out whole turns, oldest first, never the task or the active turn", () => {
    const fitted = fit([human(50), ...step(300), ...step(300), ...step(300), ...step(100)]);
    expect(fitted).toMatchObject({
      kind: "evicted",
      newlyEvicted: [1, 2],
      messageIndexes: [0, 5, 6, 7, 8],
      shortBy: 0,
    });
    expect(fitted.budget.freeTokens).toBeGreaterThanOrEqual(0);
  });

  it("keeps the last turns it was told to keep", () => {
    expect(fit([human(50), ...step(300), ...step(300), ...step(300)], { keepLastTurns: 2 })).toMatchObject({
      newlyEvicted: [1],
    });
    expect(fit([human(50), ...step(300), ...step(300), ...step(300)], { keepLastTurns: 3 })).toMatchObject({
      kind: "refused",
    });
  });

  it("keeps the active turn with keepLastTurns 0", () => {
    expect(fit([human(50), ...step(900)], { keepLastTurns: 0 })).toMatchObject({ kind: "refused", shortBy: 52 });
  });

  it("says by how much an oversized first message is over", () => {
    expect(fit([human(1_200)])).toMatchObject({ kind: "refused", shortBy: 300 });
  });

  it("keeps out what was taken out, although it would fit again", () => {
    const messages = [human(50), ...step(300), ...step(300), ...step(300), ...step(10)];
    const first = fit(messages);
    const later = fit([...messages, ...step(10)], { standing: first.next, window: 10_000 });
    expect(first.evicted.length).toBeGreaterThan(0);
    expect(later).toMatchObject({ kind: "held", evicted: first.evicted, newlyEvicted: [] });
  });

  it("keeps an earlier task in once it is history, until a later decision takes it out and says so", () => {
    const messages = [human(50), ...step(400), ...step(400), ...step(100)];
    const first = fit(messages);
    expect(first.next).toMatchObject({ kept: [messages[0]?.id], evictedTurns: 2 });
    const later = [...messages, human(20), ...step(10)];
    const second = fit(later, { standing: first.next });
    expect(second).toMatchObject({ kind: "held", evicted: first.evicted });
    expect(second.messageIndexes).toContain(0);
    const third = fit([...later, ...step(780)], { standing: first.next });
    expect(third.newlyEvicted).toContain(0);
  });

  it("decides anew when the record no longer fits the transcript", () => {
    const messages = [human(50), ...step(300), ...step(300), ...step(300), ...step(10)];
    const { next } = fit(messages);
    const inserted = [...messages.slice(0, 1), ...step(5), ...messages.slice(1)];
    expect(fit(inserted, { standing: next, window: 10_000 })).toMatchObject({ evicted: [] });
    expect(fit(messages, { standing: { through: "gone", kept: [], evictedTurns: 2 }, window: 10_000 })).toMatchObject({
      evicted: [],
    });
  });

  it("works on messages without ids", () => {
    const messages = [human(50), ...step(300), ...step(300), ...step(300), ...step(10)];
    for (const message of messages) delete message.id;
    const first = fit(messages);
    expect(first.next?.through).toMatch(/^@\d+$/);
    expect(fit([...messages, ...step(1)], { standing: first.next, window: 10_000 }).evicted).toEqual(first.evicted);
  });

  it("never sends over the window, never parts a result from its call, never drops what must stay, on a growing history", () => {
    const growth = fc.array(
      fc.oneof(
        fc.record({ human: fc.integer({ min: 1, max: 120 }) }),
        fc.record({ step: fc.integer({ min: 1, max: 500 }) }),
      ),
      {
        minLength: 1,
        maxLength: 25,
      },
    );
    fc.assert(
      fc.property(growth, fc.integer({ min: 0, max: 3 }), (parts, keepLastTurns) => {
        let messages: readonly BaseMessage[] = [human(10)];
        let standing: StandingWindow | undefined;
        let out: readonly number[] = [];
        for (const part of parts) {
          messages = [...messages, ...("human" in part ? [human(part.human)] : step(part.step))];
          const fitted = fit(messages, { standing, keepLastTurns });
          if (fitted.kind === "refused") return;
          expect(fitted.budget.freeTokens).toBeGreaterThanOrEqual(0);
          expect(out.every((turn) => fitted.evicted.includes(turn))).toBe(true);
          const sent = fitted.messageIndexes.map((index) => messages[index]);
          expect(sent).toContain(messages.at(-1));
          expect(sent).toContain(messages.findLast((message) => message.type === "human"));
          expectPairs(sent);
          out = fitted.evicted;
          standing = fitted.next;
        }
      }),
      { numRuns: 60 },
    );
  });
});

function expectPairs(sent: readonly (BaseMessage | undefined)[]): void {
  const called = sent.flatMap((message) =>
    message instanceof AIMessage ? (message.tool_calls ?? []).map((call) => call.id) : [],
  );
  const answered = sent.flatMap((message) => (message instanceof ToolMessage ? [message.tool_call_id] : []));
  expect([...answered].sort()).toEqual([...called].sort());
}
