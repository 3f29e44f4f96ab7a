import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { compileOutboundRequestBudget, type Summarizer, type SummaryStore } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { messageSegment, requestOf, textOnlyRules, wordCounter, words } from "@plimsoll/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { projectTranscript } from "../project-transcript.ts";
import { createMemorySummaryStore } from "../summaries/memory-summary-store.ts";
import { keepLine } from "./keep-line.ts";
import type { KeptLine } from "./line-input.ts";
import type { LinePolicy } from "./line-policy.ts";
import type { StandingWindow } from "./standing-window.ts";

let nextId = 0;
function named<M extends BaseMessage>(message: M): M {
  message.id = `m${nextId++}`;
  return message;
}
const human = (size: number): BaseMessage => named(new HumanMessage(words(size)));
function step(size: number): readonly BaseMessage[] {
  const id = `c${nextId}`;
  return [
    named(new AIMessage({ content: "", tool_calls: [{ id, name: "read", args: {} }] })),
    named(new ToolMessage({ content: words(size), tool_call_id: id })),
  ];
}
/** So many steps of this size. */
const steps = (count: number, size: number): readonly BaseMessage[] =>
  Array.from({ length: count }, () => step(size)).flat();

/** Says ten words, and remembers how often it was asked. */
function scripted(text = `summary ${words(9)}`): Summarizer & { asked: number } {
  return {
    asked: 0,
    id: "scripted",
    version: "1",
    configDigest: "none",
    defaultStrategy: "sliding-window",
    async summarize() {
      this.asked++;
      return { text };
    },
  };
}

interface Setting {
  readonly window?: number;
  readonly standing?: StandingWindow | undefined;
  readonly keepLastTurns?: number;
  readonly protect?: (message: BaseMessage) => boolean;
  readonly summarizer?: Summarizer;
  readonly store?: SummaryStore;
  readonly requested?: boolean;
  readonly isResting?: boolean;
  readonly policy?: Partial<LinePolicy>;
}

/** Keeps a conversation under its line: 100 words of system text, headroom at 40 %, low water at 60 % free. */
function keep(messages: readonly BaseMessage[], setting: Setting = {}): Promise<KeptLine> {
  const {
    window = 1_000,
    standing,
    keepLastTurns = 1,
    protect,
    summarizer,
    store = createMemorySummaryStore(),
  } = setting;
  const head = [messageSegment("system", words(100))];
  return keepLine({
    transcript: projectTranscript(messages, { protect }),
    standing,
    policy: {
      compaction: "auto",
      keepLastTurns,
      lowWater: 0.6,
      summary:
        summarizer === undefined
          ? undefined
          : { summarizer, strategy: "sliding-window", maxTokens: 50, counter: wordCounter, minimumGain: 0.1 },
      clipKeptTurns: false,
      transcript: undefined,
      ...setting.policy,
    },
    counter: wordCounter,
    digest: nodeDigest,
    run: {
      store,
      scope: "thread",
      namespace: "",
      iteration: 1,
      writer: undefined,
      signal: undefined,
      attempt: "one",
      left: 20,
      isResting: setting.isResting ?? false,
    },
    requested: setting.requested ?? false,
    compile: (segments) => ({
      budget: compileOutboundRequestBudget(requestOf([...head, ...segments], { contextWindow: window }), {
        counter: wordCounter,
        rules: textOnlyRules,
      }),
      firstSegment: head.length,
    }),
  });
}

const sent = ({ entries }: KeptLine): readonly BaseMessage[] => entries.map(({ message }) => message);
const taken = ({ steps: done }: KeptLine): readonly string[] => done.map(({ kind }) => kind);

describe("keepLine with a summarizer", () => {
  it("hands on the very same messages while enough is free, also when compaction is asked for", async () => {
    verifies("wo-01/acceptance/manual-held-at-40");
    const messages = [human(50), ...steps(3, 140)];
    const kept = await keep(messages, { summarizer: scripted(), requested: true });
    expect(kept.budget.freeTokens).toBeGreaterThanOrEqual(400);
    expect(sent(kept).every((message, index) => message === messages[index])).toBe(true);
    expect(kept).toMatchObject({ plan: { kind: "hold", manualRequest: true }, steps: [], standing: undefined });
  });

  it("replaces the oldest turns by one summary, down to low water, and keeps task and last turns", async () => {
    const messages = [human(50), ...steps(6, 100)];
    const kept = await keep(messages, { summarizer: scripted(), keepLastTurns: 2 });
    expect(taken(kept)).toEqual(["summarize"]);
    expect(kept.budget.freeTokens).toBeGreaterThanOrEqual(600);
    expect(sent(kept)[0]).toBe(messages[0]);
    expect(String(sent(kept)[1]?.content)).toMatch(
      /^<earlier-conversation summary="ctxsum_[0-9a-f]{24}">\n.*summary w0/s,
    );
    expect(sent(kept).slice(-4)).toEqual(messages.slice(-4));
    expectPairs(sent(kept));
  });

  it("applies the standing summary byte for byte at the next call, and asks nobody", async () => {
    const summarizer = scripted();
    const store = createMemorySummaryStore();
    const messages = [human(50), ...steps(6, 100)];
    const first = await keep(messages, { summarizer, store });
    const second = await keep([...messages, ...step(10)], { summarizer, store, standing: first.standing });
    expect(summarizer.asked).toBe(1);
    expect(second.steps).toEqual([]);
    expect(
      sent(second)
        .slice(0, sent(first).length)
        .map((message) => message.content),
    ).toEqual(sent(first).map((message) => message.content));
  });

  it("reuses what is recorded when the state was rewound, whatever was edited in the kept turns", async () => {
    const summarizer = scripted();
    const store = createMemorySummaryStore();
    const messages = [human(50), ...steps(7, 100)];
    const first = await keep(messages, { summarizer, store });
    const edited = [
      ...messages.slice(0, -1),
      named(new ToolMessage({ content: words(30), tool_call_id: answeredBy(messages) })),
    ];
    const again = await keep(edited, { summarizer, store });
    expect(taken(again)).toEqual(["reuse"]);
    expect(again.window.summary?.record).toEqual(first.window.summary?.record);
    expect(summarizer.asked).toBe(1);
  });

  it("makes a new summary when a replaced turn was edited", async () => {
    const summarizer = scripted();
    const store = createMemorySummaryStore();
    const messages = [human(50), ...steps(7, 100)];
    const first = await keep(messages, { summarizer, store });
    const edited = [...messages.slice(0, 2), retold(messages[2], words(99)), ...messages.slice(3)];
    const again = await keep(edited, { summarizer, store, standing: first.standing });
    expect(again.window.summary?.record.artifactId).not.toBe(first.window.summary?.record.artifactId);
    expect(summarizer.asked).toBe(2);
  });

  it("supersedes a summary by one that stands for all that is out", async () => {
    const summarizer = scripted();
    const store = createMemorySummaryStore();
    const messages = [human(50), ...steps(6, 100)];
    const first = await keep(messages, { summarizer, store });
    const longer = [...messages, ...steps(5, 100)];
    const second = await keep(longer, { summarizer, store, standing: first.standing });
    const record = second.window.summary?.record;
    expect(record).toMatchObject({ previous: first.window.summary?.record.artifactId, ordinal: 2 });
    const earlier = new Set(first.window.summary?.record.replacedMessageIds);
    expect(record?.replacedMessageIds.some((id) => earlier.has(id))).toBe(false);
    expect(record?.turnCount).toBeGreaterThan(first.window.summary?.record.turnCount ?? 0);
    expect(
      sent(second).filter(({ additional_kwargs }) => additional_kwargs["lc_source"] === "summarization"),
    ).toHaveLength(1);
  });

  it.each<readonly [string, Partial<Summarizer>]>([
    ["throws", { summarize: () => Promise.reject(new Error("the content")) }],
    ["says nothing", { summarize: async () => ({ text: " \n" }) }],
    ["says more than it may", { summarize: async () => ({ text: words(51) }) }],
  ])("changes nothing when the summarizer %s, and holds below the limit", async (_what, broken) => {
    const store = createMemorySummaryStore();
    const messages = [human(50), ...steps(6, 100)];
    const kept = await keep(messages, { summarizer: { ...scripted(), ...broken }, store });
    expect(sent(kept).every((message, index) => message === messages[index])).toBe(true);
    expect(kept).toMatchObject({ plan: { kind: "hold", cause: "no-summary" }, steps: [], standing: undefined });
    expect(await store.list("thread")).toEqual([]);
  });

  it("rests below the limit after a failure, and tries again over it", async () => {
    const summarizer = scripted();
    const held = await keep([human(50), ...steps(6, 100)], { summarizer, isResting: true });
    expect(held).toMatchObject({ plan: { kind: "hold", cause: "no-summary" }, steps: [], hasFailedSummary: false });
    expect(summarizer.asked).toBe(0);
    expect(taken(await keep([human(50), ...steps(10, 100)], { summarizer, isResting: true }))).toEqual(["summarize"]);
  });

  it("goes on to the deterministic rungs when the summarizer fails over the limit", async () => {
    const kept = await keep([human(50), ...steps(10, 100)], { summarizer: scripted("") });
    expect(taken(kept)).toEqual(["evict"]);
    expect(kept.budget.freeTokens).toBeGreaterThanOrEqual(0);
  });

  it("brings back what a lost record stood for, and decides anew", async () => {
    const messages = [human(50), ...steps(6, 100)];
    const first = await keep(messages, { summarizer: scripted() });
    const elsewhere = await keep(messages, { summarizer: scripted(), standing: first.standing });
    expect(taken(elsewhere)).toEqual(["summarize"]);
    const unbounded = await keep(messages, { window: 10_000, standing: first.standing });
    expect(sent(unbounded)).toEqual(messages);
  });

  it("says there is nothing to gain where what must stay is over the line by itself", async () => {
    const summarizer = scripted();
    const kept = await keep([human(500), ...steps(2, 60), ...step(10)], { summarizer });
    expect(kept).toMatchObject({ plan: { kind: "hold", cause: "nothing-to-gain" }, steps: [] });
    expect(summarizer.asked).toBe(0);
  });

  it("meets a transcript bound although the window has room, and calls it that", async () => {
    const transcript = { tokenBudget: 300, entryBudget: undefined, counter: wordCounter };
    const kept = await keep([human(50), ...steps(4, 100)], {
      window: 10_000,
      summarizer: scripted(),
      policy: { transcript },
    });
    expect(kept.steps).toMatchObject([{ kind: "summarize", trigger: "transcript-bound" }]);
    expect(kept.budget.compactionEligible).toBe(false);
  });

  it("takes nothing out while compaction is off, and refuses over the limit", async () => {
    const summarizer = scripted();
    const off = { summarizer, policy: { compaction: "off" } } as const;
    expect(await keep([human(50), ...steps(6, 100)], off)).toMatchObject({
      plan: { kind: "hold", cause: "off" },
      steps: [],
    });
    expect(await keep([human(50), ...steps(10, 100)], off)).toMatchObject({ plan: { kind: "refuse", cause: "off" } });
    expect(summarizer.asked).toBe(0);
  });
});

describe("keepLine without a summarizer", () => {
  it("holds a request that fits, even below the headroom line", async () => {
    const messages = [human(50), ...step(700)];
    expect(sent(await keep(messages))).toEqual(messages);
  });

  it("takes out whole turns, oldest first, never the task or the active turn", async () => {
    const messages = [human(50), ...steps(10, 100)];
    const kept = await keep(messages);
    expect(taken(kept)).toEqual(["evict"]);
    expect(sent(kept)[0]).toBe(messages[0]);
    expect(sent(kept).slice(1)).toEqual(messages.slice(1 - sent(kept).length));
    expectPairs(sent(kept));
  });

  it("says by how much an oversized first message is over", async () => {
    expect((await keep([human(1_200)])).plan).toMatchObject({ kind: "refuse", shortBy: 300 });
  });

  it("keeps the active turn with keepLastTurns 0", async () => {
    expect((await keep([human(50), ...step(900)], { keepLastTurns: 0 })).plan).toMatchObject({ kind: "refuse" });
  });

  it("keeps out what was taken out, although it would fit again", async () => {
    const messages = [human(50), ...steps(10, 100)];
    const first = await keep(messages);
    const later = await keep([...messages, ...step(10)], { standing: first.standing, window: 10_000 });
    expect(later.steps).toEqual([]);
    expect(later.window.out).toEqual(first.window.out);
  });

  it("decides anew when the record no longer fits the transcript", async () => {
    const messages = [human(50), ...steps(10, 100)];
    const { standing } = await keep(messages);
    const inserted = [...messages.slice(0, 1), ...step(5), ...messages.slice(1)];
    expect((await keep(inserted, { standing, window: 10_000 })).window.out.size).toBe(0);
  });

  it("works on messages without ids", async () => {
    const messages = [human(50), ...steps(10, 100)];
    for (const message of messages) delete message.id;
    const first = await keep(messages);
    expect(first.standing?.out?.through).toMatch(/^#[0-9a-f]{16}$/);
    const later = await keep([...messages, ...step(1)], { standing: first.standing, window: 10_000 });
    expect(later.window.out).toEqual(first.window.out);
  });
});

it("never sends over the window, never parts a result from its call, never drops task or last turn, however a history grows", async () => {
  const growth = fc.array(
    fc.oneof(
      fc.record({ human: fc.integer({ min: 1, max: 120 }) }),
      fc.record({ step: fc.integer({ min: 1, max: 500 }) }),
    ),
    { minLength: 1, maxLength: 25 },
  );
  const property = fc.asyncProperty(
    growth,
    fc.integer({ min: 0, max: 3 }),
    fc.boolean(),
    async (parts, keepLastTurns, canSummarize) => {
      const store = createMemorySummaryStore();
      const summarizer = canSummarize ? { summarizer: scripted() } : {};
      let messages: readonly BaseMessage[] = [human(10)];
      let standing: StandingWindow | undefined;
      let out: ReadonlySet<number> = new Set();
      for (const part of parts) {
        messages = [...messages, ...("human" in part ? [human(part.human)] : step(part.step))];
        const kept = await keep(messages, {
          standing,
          keepLastTurns,
          store,
          ...summarizer,
          policy: { clipKeptTurns: true },
        });
        if (kept.plan?.kind === "refuse") return;
        expect(kept.budget.freeTokens).toBeGreaterThanOrEqual(0);
        expect([...out].every((turn) => kept.window.out.has(turn))).toBe(true);
        expect(kept.entries.at(-1)?.index).toBe(messages.length - 1);
        expect(sent(kept)).toContain(messages.findLast((message) => message.type === "human"));
        expectPairs(sent(kept));
        ({ out } = kept.window);
        ({ standing } = kept);
      }
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

function answeredBy(messages: readonly BaseMessage[]): string {
  const last = messages.at(-1);
  return last instanceof ToolMessage ? last.tool_call_id : "";
}

/** The same result with another text. */
function retold(message: BaseMessage | undefined, content: string): ToolMessage {
  if (!(message instanceof ToolMessage)) throw new Error("a result is retold");
  return new ToolMessage({
    ...(message.id === undefined ? {} : { id: message.id }),
    content,
    tool_call_id: message.tool_call_id,
  });
}

function expectPairs(messages: readonly BaseMessage[]): void {
  const called = messages.flatMap((message) =>
    message instanceof AIMessage ? (message.tool_calls ?? []).map((call) => call.id) : [],
  );
  const answered = messages.flatMap((message) => (message instanceof ToolMessage ? [message.tool_call_id] : []));
  expect([...answered].sort()).toEqual([...called].sort());
}
