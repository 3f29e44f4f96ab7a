import {
  pureDigest,
  type Summarizer,
  type SummaryRecord,
  type SummaryRequest,
  type SummaryStrategy,
} from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftSummary } from "./draft-summary.ts";
import { createMemorySummaryStore } from "./memory-summary-store.ts";
import { renderTurns } from "./render-turns.ts";
import type { ReplacedTurn, SummaryNeed } from "./summary-need.ts";

/** A turn of one message: its number and `size` numbered words. */
const turn = (number: number, size: number, isCovered = false): ReplacedTurn => ({
  messages: [{ role: "user", content: Array.from({ length: size }, (_, index) => `t${number}w${index}`).join(" ") }],
  messageIds: [`m${number}`],
  isCovered,
});

const inputOf = ({ turns, previous }: SummaryRequest): string => `${previous ?? ""}\n${renderTurns(turns)}`;

/** All turns that were shown, their pieces put together again, and what was merged at the end. */
function wordsShown(asked: readonly SummaryRequest[]): string {
  const turns = asked.map((request) => renderTurns(request.turns)).join("");
  const merged = asked.map((request) => (request.turns.length === 0 ? request.previous : "")).join("");
  return (turns + merged).replaceAll(/USER:\n|\[piece of a long message\]\n|\n\n/g, "");
}

interface Reader extends Summarizer {
  readonly asked: SummaryRequest[];
}

/** Answers with the number of the call; sees at most `maxInputTokens` words. */
function reader(maxInputTokens?: number): Reader {
  const asked: SummaryRequest[] = [];
  return {
    id: "reader",
    version: "1",
    configDigest: "",
    defaultStrategy: "recursive",
    asked,
    ...(maxInputTokens === undefined
      ? {}
      : { maxInputTokens, inputTokens: (request) => wordCounter.count(inputOf(request)) }),
    summarize: async (request) => {
      asked.push(request);
      return { text: `summary ${asked.length}`, usage: { inputTokens: 10, outputTokens: 1 } };
    },
  };
}

function needOf(strategy: SummaryStrategy, summarizer: Summarizer, changes: Partial<SummaryNeed> = {}): SummaryNeed {
  return {
    store: createMemorySummaryStore(),
    scope: "thread",
    namespace: "",
    iteration: 1,
    signal: undefined,
    summarizer,
    strategy,
    digest: pureDigest,
    counter: wordCounter,
    maxTokens: 5,
    minimumGain: 0,
    turns: [turn(1, 10), turn(2, 10), turn(3, 10), turn(4, 10)],
    previous: undefined,
    tokensBefore: 1_000,
    weigh: (_artifactId, text) => wordCounter.count(text),
    requestFingerprint: "sha256:r",
    onAsk: () => {},
    ...changes,
  };
}

const previous: SummaryRecord = {
  version: 1,
  artifactId: "ctxsum_previous",
  namespace: "",
  policyDigest: "",
  inputDigest: "",
  turnCount: 2,
  ordinal: 1,
  text: "earlier",
  textSha256: pureDigest.sha256("earlier"),
  replacedMessageIds: ["m1", "m2"],
  uncoveredMessageIds: ["m1"],
  iteration: 1,
  strategy: "recursive",
  summarizer: { id: "reader", version: "1" },
  counter: { id: "words", version: "1" },
  tokensBefore: 20,
  tokensAfter: 1,
  previous: null,
};
const afterPrevious = [turn(1, 10, true), turn(2, 10, true), turn(3, 10)];

describe("draftSummary", () => {
  it("reads all originals afresh with sliding-window, whatever stood for them", async () => {
    const summarizer = reader();
    await draftSummary(needOf("sliding-window", summarizer, { turns: afterPrevious, previous }));
    expect(summarizer.asked).toMatchObject([{ turns: afterPrevious.map(({ messages }) => ({ messages })) }]);
    expect(summarizer.asked[0]).not.toHaveProperty("previous");
  });

  it("reads the previous summary and the new turns with recursive, and keeps what was uncovered", async () => {
    const summarizer = reader();
    const drafted = await draftSummary(needOf("recursive", summarizer, { turns: afterPrevious, previous }));
    expect(summarizer.asked).toMatchObject([{ previous: "earlier", turns: [{ messages: turn(3, 10).messages }] }]);
    expect(drafted).toMatchObject({ kind: "drafted", uncovered: ["m1"] });
  });

  it("carries the text of one chunk over to the next and adds up the usage", async () => {
    const summarizer = reader(26);
    const drafted = await draftSummary(needOf("sliding-window", summarizer));
    expect(summarizer.asked.map((request) => [request.previous, request.turns.length])).toEqual([
      [undefined, 2],
      ["summary 1", 2],
    ]);
    expect(drafted).toMatchObject({ text: "summary 2", usage: { inputTokens: 20, outputTokens: 2 }, uncovered: [] });
  });

  it("stops at the first chunk that fails", async () => {
    const summarizer: Summarizer = { ...reader(26), summarize: async () => ({ text: "" }) };
    expect(await draftSummary(needOf("sliding-window", summarizer))).toEqual({ kind: "failed", reason: "empty" });
  });

  it.each(["sliding-window", "recursive", "map-reduce"] as const)(
    "shows the summarizer every word within its bound, with %s",
    async (strategy) => {
      const sizes = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(sizes, fc.integer({ min: 40, max: 80 }), async (lengths, bound) => {
          const summarizer = reader(bound);
          const turns = lengths.map((size, index) => turn(index, size));
          const drafted = await draftSummary(needOf(strategy, summarizer, { turns }));
          expect(drafted).toMatchObject({ kind: "drafted", uncovered: [] });
          expect(summarizer.asked.every((request) => wordCounter.count(inputOf(request)) <= bound)).toBe(true);
          const shown = wordsShown(summarizer.asked);
          for (const { messages } of turns)
            for (const word of String(messages[0]?.content).split(" ")) expect(shown).toContain(word);
        }),
        { numRuns: 40 },
      );
    },
  );

  it.each([0, 1, 2])("cuts no character in two, %i places on", async (offset) => {
    const summarizer = reader(20);
    const content = "x".repeat(offset) + "😀 ".repeat(60);
    const turns = [{ messages: [{ role: "user" as const, content }], messageIds: ["m1"], isCovered: false }];
    await draftSummary(needOf("sliding-window", summarizer, { turns }));
    const shown = summarizer.asked.flatMap((request) => request.turns.flatMap((each) => each.messages));
    const pieces = shown.map((message) => String(message.content).split("\n")[1] ?? "");
    expect(pieces.join("")).toBe(content);
    expect(pieces.filter((piece) => /\p{Surrogate}/u.test(piece))).toEqual([]);
  });

  it("shows the calls and the result of a turn too large for one input", async () => {
    const summarizer = reader(30);
    const messages = [
      { role: "assistant" as const, content: "", toolCalls: [{ id: "c", name: "read", arguments: '{"path":"a.ts"}' }] },
      { role: "tool" as const, content: words(80), toolCallId: "c", toolName: "read" },
    ];
    await draftSummary(
      needOf("sliding-window", summarizer, { turns: [{ messages, messageIds: ["a", "b"], isCovered: false }] }),
    );
    const shown = summarizer.asked.map(inputOf).join("\n");
    expect(shown).toContain('calls read({"path":"a.ts"})');
    expect(shown).toContain("RESULT of read:\n[piece of a long message]\nw0 ");
    expect(shown).toContain("w79");
  });

  it("lists a message of more than sixteen pieces as uncovered and says so in its place", async () => {
    const summarizer = reader(40);
    const drafted = await draftSummary(needOf("sliding-window", summarizer, { turns: [turn(1, 5_000), turn(2, 10)] }));
    expect(drafted).toMatchObject({ kind: "drafted", uncovered: ["m1"] });
    expect(summarizer.asked.map(inputOf).join("\n")).toMatch(/\[a message of \d+ characters, too long to be shown\]/);
  });

  it.each(["sliding-window", "recursive", "map-reduce"] as const)(
    "fails where its input has no room for a piece, with %s",
    async (strategy) => {
      const summarizer = reader(3);
      expect(await draftSummary(needOf(strategy, summarizer))).toEqual({ kind: "failed", reason: "input-too-large" });
      expect(summarizer.asked).toEqual([]);
    },
  );
});

describe("draftSummary with map-reduce", () => {
  it("asks once where everything fits", async () => {
    const summarizer = reader(100);
    expect(await draftSummary(needOf("map-reduce", summarizer))).toMatchObject({ text: "summary 1" });
  });

  it("makes a text of each chunk and one of these", async () => {
    const summarizer = reader(26);
    const need = needOf("map-reduce", summarizer);
    expect(await draftSummary(need)).toMatchObject({ text: "summary 3", usage: { inputTokens: 30, outputTokens: 3 } });
    expect(summarizer.asked[2]).toMatchObject({
      turns: [],
      previous: "Part 1 of 2:\nsummary 1\n\nPart 2 of 2:\nsummary 2",
    });
    const parts = await need.store.list("thread");
    expect(parts.map(({ ordinal, turnCount }) => [ordinal, turnCount])).toEqual([
      [0, 2],
      [0, 2],
    ]);
  });

  it("asks a second time only for what is new", async () => {
    const summarizer = reader(26);
    const need = needOf("map-reduce", summarizer);
    await draftSummary(need);
    await draftSummary({ ...need, turns: [...need.turns, turn(5, 10), turn(6, 10)] });
    const shown = summarizer.asked.slice(3).map(inputOf).join("\n");
    expect(shown).toContain("t5w0");
    expect(shown).not.toContain("t1w0");
    expect(summarizer.asked).toHaveLength(5);
  });

  it("keeps a last chunk shorter than a summary as it is", async () => {
    const summarizer = reader(25);
    await draftSummary(needOf("map-reduce", summarizer, { turns: [turn(1, 10), turn(2, 10), turn(3, 3)] }));
    expect(summarizer.asked.map(({ turns }) => turns.length)).toEqual([2, 0]);
    expect(summarizer.asked[1]?.previous).toContain("USER:\nt3w0 t3w1 t3w2");
  });

  it("reduces in steps where the texts of all chunks do not fit at once", async () => {
    const summarizer = reader(26);
    const turns = Array.from({ length: 12 }, (_, index) => turn(index, 10));
    const drafted = await draftSummary(needOf("map-reduce", summarizer, { turns }));
    expect(drafted).toMatchObject({ usage: { outputTokens: summarizer.asked.length } });
    expect(summarizer.asked.map((request) => wordCounter.count(inputOf(request))).every((size) => size <= 26)).toBe(
      true,
    );
    expect(summarizer.asked.filter(({ turns: shown }) => shown.length === 0).length).toBeGreaterThan(1);
  });

  it("goes on without its parts where they cannot be stored", async () => {
    const down = async (): Promise<never> => {
      throw new Error("down");
    };
    const store = { get: down, put: down, list: down };
    expect(await draftSummary(needOf("map-reduce", reader(26), { store }))).toMatchObject({ text: "summary 3" });
  });
});
