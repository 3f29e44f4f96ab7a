import {
  pureDigest,
  type Summarizer,
  type SummaryDraft,
  type SummaryRecord,
  type SummaryRequest,
  type SummaryStore,
} from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import { describe, expect, it } from "vitest";
import { createMemorySummaryStore } from "./memory-summary-store.ts";
import { resolveSummary } from "./resolve-summary.ts";
import type { ReplacedTurn, SummaryNeed } from "./summary-need.ts";

const turn = (text: string, id: string | null = text): ReplacedTurn => ({
  messages: [{ role: "user", content: text }],
  messageIds: [id],
  isCovered: false,
});

interface Counted extends Summarizer {
  readonly asked: SummaryRequest[];
}

function summarizerOf(
  answer: (request: SummaryRequest, signal?: AbortSignal) => Promise<SummaryDraft> | SummaryDraft,
): Counted {
  const asked: SummaryRequest[] = [];
  return {
    id: "test",
    version: "1",
    configDigest: "c",
    defaultStrategy: "sliding-window",
    asked,
    summarize: async (request, { signal }) => {
      asked.push(request);
      return answer(request, signal);
    },
  };
}

function needOf(changes: Partial<SummaryNeed> = {}): SummaryNeed {
  return {
    store: createMemorySummaryStore(),
    scope: "thread",
    namespace: "",
    iteration: 4,
    signal: undefined,
    summarizer: summarizerOf(() => ({ text: "what was said", usage: { inputTokens: 50, outputTokens: 3 } })),
    strategy: "sliding-window",
    digest: pureDigest,
    counter: wordCounter,
    maxTokens: 20,
    minimumGain: 0.1,
    turns: [turn("first", "m1"), turn("second", null)],
    previous: undefined,
    tokensBefore: 100,
    weigh: (_artifactId, text) => wordCounter.count(text) + 5,
    requestFingerprint: "sha256:request",
    onAsk: () => {},
    ...changes,
  };
}

async function recordOf(need: SummaryNeed): Promise<SummaryRecord> {
  const outcome = await resolveSummary(need);
  if (outcome.kind === "failed") throw new Error(`failed: ${outcome.reason}`);
  return outcome.record;
}

describe("resolveSummary", () => {
  it("makes a record, stores it, and finds it again without asking", async () => {
    const summarizer = summarizerOf(() => ({ text: "what was said", usage: { inputTokens: 50, outputTokens: 3 } }));
    const need = needOf({ summarizer });
    const made = await resolveSummary(need);
    expect(made).toMatchObject({
      kind: "made",
      record: {
        version: 1,
        text: "what was said",
        textSha256: pureDigest.sha256("what was said"),
        turnCount: 2,
        ordinal: 1,
        replacedMessageIds: ["m1", null],
        uncoveredMessageIds: [],
        iteration: 4,
        tokensBefore: 100,
        tokensAfter: 8,
        usage: { inputTokens: 50, outputTokens: 3 },
        previous: null,
      },
    });
    const renamed = { ...need, turns: [turn("first", "other"), turn("second")], requestFingerprint: "sha256:later" };
    expect(await resolveSummary(renamed)).toEqual({ ...made, kind: "reused" });
    expect(summarizer.asked).toHaveLength(1);
  });

  it("makes another one once anything of the turns, the policy, the namespace or the scope differs", async () => {
    const summarizer = summarizerOf(() => ({ text: "short" }));
    const need = needOf({ summarizer });
    const names = [
      await recordOf(need),
      await recordOf({ ...need, turns: [turn("first"), turn("edited")] }),
      await recordOf({ ...need, maxTokens: 21 }),
      await recordOf({ ...need, namespace: "worker" }),
    ].map(({ artifactId }) => artifactId);
    await recordOf({ ...need, scope: "another thread" });
    expect(new Set(names).size).toBe(4);
    expect(summarizer.asked).toHaveLength(5);
  });

  it("numbers the summaries of a scope and chains them", async () => {
    const need = needOf();
    const first = await recordOf(need);
    const turns = [...need.turns.map((each) => ({ ...each, isCovered: true })), turn("third", "m3")];
    const second = await recordOf({ ...need, turns, previous: first });
    expect(second).toMatchObject({ ordinal: 2, previous: first.artifactId, replacedMessageIds: ["m3"] });
  });

  it("stores only well-formed text", async () => {
    const summarizer = summarizerOf(() => ({ text: "a\ud800b 😀" }));
    const record = await recordOf(needOf({ summarizer }));
    expect(record.text).toBe("a\ufffdb 😀");
  });

  it.each([
    ["empty", { text: " \n\t" }, {}],
    ["too-long", { text: words(21) }, {}],
    ["not-smaller", { text: words(20) }, { tokensBefore: 25 }],
    ["not-smaller", { text: words(20) }, { tokensBefore: 27 }],
    ["not-smaller", { text: words(5) }, { tokensBefore: 10, minimumGain: 0 }],
    ["summarizer-error", { text: 7 }, {}],
    ["summarizer-error", undefined, {}],
  ])("fails as %s for the draft %j and changes nothing", async (reason, draft, changes) => {
    const store = createMemorySummaryStore();
    const summarizer = summarizerOf(() => draft as SummaryDraft);
    expect(await resolveSummary(needOf({ store, summarizer, ...changes }))).toEqual({ kind: "failed", reason });
    expect(await store.list("thread")).toEqual([]);
  });

  it("takes the least gain that is asked for", async () => {
    const summarizer = summarizerOf(() => ({ text: words(13) }));
    expect(await resolveSummary(needOf({ summarizer, tokensBefore: 20 }))).toMatchObject({ kind: "made" });
  });

  it("names the error, never its message", async () => {
    const summarizer = summarizerOf(() => {
      throw Object.assign(new Error("the user's secret"), { name: "RateLimitError" });
    });
    expect(await resolveSummary(needOf({ summarizer }))).toEqual({
      kind: "failed",
      reason: "summarizer-error",
      error: "RateLimitError",
    });
    const telling = summarizerOf(() => {
      throw Object.assign(new Error("x"), { name: "the user's secret" });
    });
    expect(await resolveSummary(needOf({ summarizer: telling }))).toMatchObject({ error: "Error" });
  });

  it("asks once for a request that fails, and again for the next one", async () => {
    const summarizer = summarizerOf(() => ({ text: "" }));
    const need = needOf({ summarizer });
    expect(await resolveSummary(need)).toMatchObject({ reason: "empty" });
    expect(await resolveSummary(need)).toEqual({ kind: "failed", reason: "already-tried" });
    expect(await resolveSummary({ ...need, requestFingerprint: "sha256:next" })).toMatchObject({ reason: "empty" });
    expect(summarizer.asked).toHaveLength(2);
  });

  it("takes no recorded text that is not the one recorded", async () => {
    const inner = createMemorySummaryStore();
    const stored = await recordOf(needOf({ store: inner }));
    const damages: readonly unknown[] = [
      { ...stored, text: `${stored.text}!` },
      { ...stored, text: undefined },
      { ...stored, artifactId: "ctxsum_other" },
    ];
    for (const damaged of damages) {
      const summarizer = summarizerOf(() => ({ text: "new" }));
      const store: SummaryStore = { ...inner, get: async () => damaged as SummaryRecord };
      expect(await resolveSummary(needOf({ store, summarizer }))).toEqual({ kind: "failed", reason: "record-damaged" });
      expect(summarizer.asked).toEqual([]);
    }
  });

  it("does not put a recorded summary in the place of less", async () => {
    const need = needOf();
    await recordOf(need);
    expect(await resolveSummary({ ...need, tokensBefore: 8 })).toEqual({ kind: "failed", reason: "not-smaller" });
    expect(await resolveSummary({ ...need, tokensBefore: 9 })).toMatchObject({ kind: "reused" });
  });

  it("tells once that it asks, and not where it need not", async () => {
    let told = 0;
    const need = needOf({ onAsk: () => void told++ });
    await resolveSummary(need);
    await resolveSummary(need);
    expect(told).toBe(1);
  });
});

describe("resolveSummary, concurrently", () => {
  it("asks once for all callers of one summary", async () => {
    const summarizer = summarizerOf(async () => ({ text: "shared" }));
    const need = needOf({ summarizer });
    const callers = Array.from({ length: 5 }, (_, index) => ({ ...need, requestFingerprint: `sha256:${index}` }));
    const outcomes = await Promise.all(callers.map(resolveSummary));
    expect(summarizer.asked).toHaveLength(1);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["made", "reused", "reused", "reused", "reused"]);
    expect(await need.store.list("thread")).toHaveLength(1);
  });

  it("shares nothing between stores, scopes or needs", async () => {
    const summarizer = summarizerOf(async () => ({ text: "own" }));
    const need = needOf({ summarizer });
    await Promise.all([
      resolveSummary(need),
      resolveSummary({ ...need, store: createMemorySummaryStore() }),
      resolveSummary({ ...need, scope: "other" }),
      resolveSummary({ ...need, turns: [turn("other")] }),
    ]);
    expect(summarizer.asked).toHaveLength(4);
  });

  it("goes on alone when the caller that was asking aborts", async () => {
    const controller = new AbortController();
    const summarizer = summarizerOf((_request, signal) =>
      signal === undefined ? { text: "second" } : new Promise<never>(() => {}),
    );
    const need = needOf({ summarizer });
    const first = resolveSummary({ ...need, signal: controller.signal });
    const others = [resolveSummary(need), resolveSummary(need)];
    while (summarizer.asked.length === 0) await Promise.resolve();
    controller.abort();
    expect(await first).toEqual({ kind: "failed", reason: "aborted" });
    expect((await Promise.all(others)).map(({ kind }) => kind).sort()).toEqual(["made", "reused"]);
    expect(summarizer.asked).toHaveLength(2);
  });

  it("lets a waiting caller abort without touching the one that is asking", async () => {
    const controller = new AbortController();
    let answer = (_draft: SummaryDraft): void => {};
    const summarizer = summarizerOf(() => new Promise((resolve) => (answer = resolve)));
    const need = needOf({ summarizer });
    const asking = resolveSummary(need);
    const waiting = resolveSummary({ ...need, signal: controller.signal });
    controller.abort();
    expect(await waiting).toEqual({ kind: "failed", reason: "aborted" });
    while (summarizer.asked.length === 0) await Promise.resolve();
    answer({ text: "whole" });
    expect(await asking).toMatchObject({ kind: "made" });
  });

  it("does not ask at all for a caller that has aborted, and asks when it comes again", async () => {
    const summarizer = summarizerOf(() => ({ text: "short" }));
    const need = needOf({ summarizer });
    expect(await resolveSummary({ ...need, signal: AbortSignal.abort() })).toMatchObject({ reason: "aborted" });
    expect(summarizer.asked).toEqual([]);
    expect(await resolveSummary(need)).toMatchObject({ kind: "made" });
  });

  it("does not ask any more for a caller that aborts while its store is read", async () => {
    const controller = new AbortController();
    const summarizer = summarizerOf(() => ({ text: "short" }));
    const inner = createMemorySummaryStore();
    const store: SummaryStore = { ...inner, get: async () => void controller.abort() };
    expect(await resolveSummary(needOf({ summarizer, store, signal: controller.signal }))).toMatchObject({
      reason: "aborted",
    });
    await new Promise(setImmediate);
    expect(summarizer.asked).toEqual([]);
  });

  it("shares a failure with those who waited for it, and remembers it for each", async () => {
    const summarizer = summarizerOf(async () => ({ text: "" }));
    const need = needOf({ summarizer });
    const other = { ...need, requestFingerprint: "sha256:other" };
    const outcomes = await Promise.all([resolveSummary(need), resolveSummary(other)]);
    expect(outcomes).toEqual([
      { kind: "failed", reason: "empty" },
      { kind: "failed", reason: "empty" },
    ]);
    expect(await resolveSummary(other)).toMatchObject({ reason: "already-tried" });
    expect(summarizer.asked).toHaveLength(1);
  });

  it("uses the record of another process that was first", async () => {
    const inner = createMemorySummaryStore();
    const theirs = await recordOf(needOf({ store: inner, summarizer: summarizerOf(() => ({ text: "theirs" })) }));
    let isBlind = true;
    const store: SummaryStore = { ...inner, get: async (...place) => (isBlind ? undefined : inner.get(...place)) };
    const ours = await resolveSummary(needOf({ store, summarizer: summarizerOf(() => ({ text: "ours" })) }));
    isBlind = false;
    expect(ours).toEqual({ kind: "reused", record: theirs });
  });
});

describe("resolveSummary, at every boundary that breaks", () => {
  const broken = Object.assign(new Error("secret"), { name: "Broken" });

  /** A store that throws once at the named place. */
  function breakingOnce(place: "get" | "list" | "put" | "after put"): { store: SummaryStore; inner: SummaryStore } {
    const inner = createMemorySummaryStore();
    let isWhole = false;
    const breakAt = (here: string): void => {
      if (isWhole || here !== place) return;
      isWhole = true;
      throw broken;
    };
    const store: SummaryStore = {
      get: async (...arguments_) => (breakAt("get"), inner.get(...arguments_)),
      list: async (...arguments_) => (breakAt("list"), inner.list(...arguments_)),
      put: async (...arguments_) => {
        breakAt("put");
        const winner = await inner.put(...arguments_);
        breakAt("after put");
        return winner;
      },
    };
    return { store, inner };
  }

  it.each(["get", "list", "put", "after put"] as const)(
    "fails as store-error when %s throws; trying the same request again makes one call and one record",
    async (place) => {
      const { store, inner } = breakingOnce(place);
      const summarizer = summarizerOf(() => ({ text: "once" }));
      const need = needOf({ store, summarizer });
      expect(await resolveSummary(need)).toEqual({ kind: "failed", reason: "store-error", error: "Broken" });
      expect(await inner.list("thread")).toHaveLength(place === "after put" ? 1 : 0);
      const again = await resolveSummary(need);
      expect(again).toMatchObject({ kind: place === "after put" ? "reused" : "made", record: { text: "once" } });
      expect(summarizer.asked).toHaveLength(1);
      expect(await inner.list("thread")).toHaveLength(1);
    },
  );

  it("stores what another request could not store, without asking again", async () => {
    const { store } = breakingOnce("put");
    const summarizer = summarizerOf(() => ({ text: "once" }));
    const need = needOf({ store, summarizer });
    await resolveSummary(need);
    expect(await resolveSummary({ ...need, requestFingerprint: "sha256:next" })).toMatchObject({ kind: "made" });
    expect(summarizer.asked).toHaveLength(1);
  });

  it("is not stopped by a store that is down for good, nor by what it told", async () => {
    const down = async (): Promise<never> => {
      throw broken;
    };
    const store: SummaryStore = { get: down, list: down, put: down };
    expect(await resolveSummary(needOf({ store }))).toMatchObject({ reason: "store-error" });
    const onAsk = (): never => {
      throw broken;
    };
    expect(await resolveSummary(needOf({ onAsk }))).toMatchObject({ kind: "failed", error: "Broken" });
  });
});
