import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CompiledBudget, compileOutboundRequestBudget } from "./compile-outbound-request-budget.ts";
import { createContentMemo } from "./content-memo.ts";
import type { OutboundRequest, Segment } from "./outbound-request.ts";
import type { SurfaceRules } from "./rules/surface-rules.ts";
import { deepFreeze, messageSegment, requestOf, textOnlyRules, toolSegment, wordCounter, words } from "./testing.ts";
import { charsCounter, type TokenCounter } from "./token-counter.ts";
import { createUsageAnchor, type UsageAnchor } from "./usage-anchor.ts";

const calibratedWords: TokenCounter = { ...wordCounter, id: "calibrated-words", exactness: "calibrated" };

/** Framing of both sorts, so that the sums below cannot be right without it. */
const framedRules: SurfaceRules = {
  ...textOnlyRules,
  id: "framed",
  requestCost: () => ({ tokens: 3, exactness: "exact" }),
  toolsCost: (input, counter) => ({
    ...textOnlyRules.toolsCost(input, counter),
    framing: { tokens: 11, exactness: "calibrated" },
  }),
};

interface Given {
  readonly anchor?: UsageAnchor;
  readonly counter?: TokenCounter;
  readonly memo?: ReturnType<typeof createContentMemo>;
}

function compile(
  request: OutboundRequest,
  { anchor, counter = calibratedWords, memo = createContentMemo() }: Given = {},
): CompiledBudget {
  const options = { counter, memo, rules: framedRules, ...(anchor === undefined ? {} : { anchor }) };
  return compileOutboundRequestBudget(deepFreeze(request), options);
}

function useOf(request: OutboundRequest, anchor: UsageAnchor): CompiledBudget["counter"]["anchor"] {
  return compile(request, { anchor }).counter.anchor;
}

function sumOf(rows: readonly { readonly tokens: number }[]): number {
  return rows.reduce((sum, { tokens }) => sum + tokens, 0);
}

const prefix: readonly Segment[] = [
  messageSegment("system", words(10)),
  toolSegment("search", 19),
  messageSegment("task", words(30)),
];
const sent = requestOf(prefix, { contextWindow: 100_000 });
const reported = createUsageAnchor(sent, 90);
const grown = requestOf([...prefix, messageSegment("history", words(7), "assistant")], { contextWindow: 100_000 });

const text = fc.string({ maxLength: 12 });
const message = fc
  .tuple(fc.constantFrom("system", "authority", "task", "evidence", "history"), text)
  .map(([kind, content]) => messageSegment(kind, content, "user"));
const conversation = fc
  .tuple(text, fc.array(fc.nat(9), { maxLength: 4 }), fc.array(message, { maxLength: 70 }))
  .map(([system, tools, messages]): readonly Segment[] => [
    messageSegment("system", system),
    ...tools.map((count, index) => toolSegment(`tool-${index}`, count)),
    ...messages,
  ]);

describe("a ledger with an anchor", () => {
  it("counts from the reported usage on, and says by how much the count of the prefix missed it", () => {
    const budget = compile(grown, { anchor: reported });
    expect(budget.totalInputTokens).toBe(97);
    expect(budget.counter.anchor).toEqual({ used: true, segments: 3, inputTokens: 90, difference: 16 });
    expect(budget.rows[1]).toMatchObject({
      segment: "system",
      label: "difference to the reported usage",
      tokens: 16,
      bytes: 0,
      exactness: "exact",
    });
  });

  it("sums exactly: framing, prefix and difference to the report, all rows to the totals", () => {
    const property = fc.property(
      conversation,
      fc.array(message, { maxLength: 9 }),
      fc.nat(5_000),
      (first, added, tokens) => {
        const anchor = createUsageAnchor(requestOf(first), tokens);
        const counted = compile(requestOf([...first, ...added]));
        const budget = compile(requestOf([...first, ...added]), { anchor });
        const beyond = budget.rows.filter(({ segmentIndex = -1 }) => segmentIndex >= first.length);
        expect(sumOf(budget.rows) - sumOf(beyond)).toBe(tokens);
        expect(sumOf(budget.rows)).toBe(budget.totalInputTokens);
        const segments = [
          budget.stableSystemTokens,
          budget.toolSchemaTokens,
          budget.authorityTokens,
          budget.taskAndWorkingSetTokens,
          budget.evidenceTokens,
          budget.historyTokens,
        ];
        expect(segments.reduce((sum, each) => sum + each, 0)).toBe(budget.totalInputTokens);
        expect(budget.rows.filter(({ label }) => label !== "difference to the reported usage")).toEqual(counted.rows);
        expect(budget.requestFingerprint).toBe(counted.requestFingerprint);
      },
    );
    fc.assert(property, { numRuns: 60 });
  });

  it("does not stand on a report about another prefix, whatever one change made it another", () => {
    const change = fc.constantFrom("character", "insert", "remove", "setting", "model", "surface", "tool");
    const property = fc.property(conversation, change, fc.nat(), (first, kind, at) => {
      const anchor = createUsageAnchor(requestOf(first), 1_000);
      const changed = changedBy(kind, requestOf(first), at % first.length);
      const budget = compile(changed, { anchor });
      expect(budget.counter.anchor).toMatchObject({ used: false, reason: expect.stringMatching(/\.$/) as string });
      const { anchor: _, ...counter } = budget.counter;
      expect({ ...budget, counter }).toEqual(compile(changed));
    });
    fc.assert(property, { numRuns: 100 });
  });

  it("stands on a prefix whose kinds changed with age", () => {
    const aged = grown.segments.with(2, messageSegment("history", words(30)));
    expect(compile({ ...grown, segments: aged }, { anchor: reported })).toMatchObject({
      totalInputTokens: 97,
      taskAndWorkingSetTokens: 0,
      historyTokens: 37,
    });
  });

  it("gives the same with a memo that has met the conversation as with an empty one", () => {
    const property = fc.property(conversation, fc.array(message, { maxLength: 9 }), (first, added) => {
      const memo = createContentMemo();
      const anchor = createUsageAnchor(requestOf(first), 100);
      compile(requestOf(first), { memo });
      const request = requestOf([...first, ...added]);
      expect(compile(request, { anchor, memo })).toEqual(compile(request, { anchor }));
      expect(compile(request, { memo })).toEqual(compile(request));
    });
    fc.assert(property, { numRuns: 40 });
  });

  it("asks the counter only for what was added", () => {
    const memo = createContentMemo();
    const asked: string[] = [];
    const counter: TokenCounter = {
      ...calibratedWords,
      count: (asking) => {
        asked.push(asking);
        return calibratedWords.count(asking);
      },
    };
    compile(sent, { counter, memo });
    asked.length = 0;
    compile(grown, { counter, memo, anchor: reported });
    expect(asked.map((asking) => asking.trim())).toEqual([words(7)]);
  });

  it("is exact where nothing was added, so that no margin is kept, and as good as the added rows else", () => {
    const open = { reservations: { output: 0 } };
    expect(compile({ ...sent, ...open })).toMatchObject({ safetyMarginTokens: 2_000 });
    expect(compile({ ...sent, ...open }, { anchor: reported })).toMatchObject({
      safetyMarginTokens: 0,
      counter: { exactness: "exact" },
    });
    expect(compile({ ...grown, ...open }, { anchor: reported }).counter.exactness).toBe("calibrated");
    const exactTail = compile({ ...grown, ...open }, { anchor: reported, counter: wordCounter });
    expect(exactTail.counter.exactness).toBe("exact");
  });

  it("keeps the request's fingerprint although the margin changes: it is of the request, not of its price", () => {
    const open = { ...sent, reservations: { output: 0 } };
    expect(compile(open, { anchor: reported }).requestFingerprint).toBe(compile(open).requestFingerprint);
  });

  it("may take away: the difference is negative where the count was over", () => {
    const budget = compile(grown, { anchor: { ...reported, inputTokens: 50 } });
    expect(budget).toMatchObject({ totalInputTokens: 57, counter: { anchor: { difference: -24 } } });
  });

  it.each<[string, OutboundRequest, RegExp]>([
    ["a shorter request", requestOf(prefix.slice(0, 2)), /2 segments, fewer than the 3/],
    ["tools after the prefix", requestOf([...prefix, toolSegment("late", 1)]), /were added after/],
    ["another conversation", requestOf([messageSegment("task", "hi"), ...prefix]), /are not those of the anchor/],
  ])("is as counted for %s", (_, request, reason) => {
    expect(useOf(request, reported)).toEqual({ used: false, reason: expect.stringMatching(reason) as string });
  });

  it("is as counted where the first system text comes after tools that were sent without one", () => {
    const tools = [toolSegment("search", 3)];
    const anchor = createUsageAnchor(requestOf(tools), 30);
    expect(useOf(requestOf([...tools, messageSegment("system", "late")]), anchor)).toMatchObject({ used: false });
    expect(useOf(requestOf([...tools, messageSegment("task", "late")]), anchor)).toMatchObject({ used: true });
  });

  it("is as counted where the unit is not tokens", () => {
    const budget = compile(grown, { anchor: reported, counter: charsCounter });
    expect(budget.counter.anchor).toMatchObject({ used: false, reason: expect.stringContaining("unit") as string });
  });

  it("says nothing about anchors where none was given", () => {
    expect(compile(grown).counter).not.toHaveProperty("anchor");
  });

  it.each<[string, Partial<UsageAnchor>]>([
    ["inputTokens", { inputTokens: -1 }],
    ["inputTokens", { inputTokens: 1.5 }],
    ["inputTokens", { inputTokens: Number.NaN }],
    ["segments", { segments: -1 }],
    ["segments", { segments: 0.5 }],
    ["prefixFingerprint", { prefixFingerprint: "sha256:abc" }],
  ])("refuses an anchor whose %s is wrong: %j", (field, wrong) => {
    expect(() => compile(grown, { anchor: { ...reported, ...wrong } })).toThrow(
      new RegExp(`\\[invalid_options\\] anchor\\.${field}`),
    );
  });
});

function changedBy(kind: string, request: OutboundRequest, at: number): OutboundRequest {
  const { segments } = request;
  const segment = segments[at];
  switch (kind) {
    case "insert":
      return { ...request, segments: segments.toSpliced(at, 0, messageSegment("history", "inserted \u{1f6a2}")) };
    case "remove":
      return { ...request, segments: segments.toSpliced(at, 1) };
    case "setting":
      return { ...request, settings: { temperature: 1 } };
    case "model":
      return { ...request, modelId: `${request.modelId}x` };
    case "surface":
      return { ...request, surface: "gemini" };
    case "tool":
      return { ...request, segments: segments.toSpliced(1, 0, toolSegment("one-more", 2)) };
    default:
      if (segment?.type === "message") {
        const content = `${segment.message.content as string}x`;
        return { ...request, segments: segments.with(at, { ...segment, message: { ...segment.message, content } }) };
      }
      return { ...request, segments: segments.with(at, toolSegment("renamed", 2)) };
  }
}
