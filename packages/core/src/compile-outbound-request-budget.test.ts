import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { type CompiledBudget, compileOutboundRequestBudget } from "./compile-outbound-request-budget.ts";
import { createContentMemo } from "./content-memo.ts";
import type { OutboundRequest, Segment } from "./outbound-request.ts";
import { deepFreeze, messageSegment, requestOf, textOnlyRules, toolSegment, wordCounter, words } from "./testing.ts";
import { charsCounter, type TokenCounter } from "./token-counter.ts";

function compile(request: OutboundRequest, counter: TokenCounter = wordCounter): CompiledBudget {
  return compileOutboundRequestBudget(deepFreeze(request), {
    counter,
    rules: textOnlyRules,
    memo: createContentMemo(),
  });
}

const sixKinds: readonly Segment[] = [
  messageSegment("system", words(10)),
  toolSegment("search", 19),
  messageSegment("authority", words(30)),
  messageSegment("history", words(40)),
  messageSegment("task", words(50)),
  messageSegment("evidence", words(60), "tool"),
];

describe("compileOutboundRequestBudget", () => {
  it("returns the contract's 15 fields, with rows, counter and decision beside them", () => {
    verifies("wo-01/contract/exact-field-set");
    expect(Object.keys(compile(requestOf(sixKinds))).sort()).toEqual(
      [
        "requestFingerprint",
        "modelContextTokens",
        "stableSystemTokens",
        "toolSchemaTokens",
        "authorityTokens",
        "taskAndWorkingSetTokens",
        "evidenceTokens",
        "historyTokens",
        "outputReservationTokens",
        "safetyMarginTokens",
        "totalInputTokens",
        "projectedTotalTokens",
        "freeTokens",
        "freeRatio",
        "compactionEligible",
        "rows",
        "counter",
        "decision",
      ].sort(),
    );
  });

  it("counts each segment separately, tool schemas and reservations included", () => {
    verifies("wo-01/todo/segments-counted-separately", "wo-01/contract/serialized-request");
    const budget = compile(requestOf(sixKinds, { reservations: { output: 100, safety: 25 } }));
    expect(budget).toMatchObject({
      modelContextTokens: 1_000,
      stableSystemTokens: 10,
      toolSchemaTokens: 20,
      authorityTokens: 30,
      historyTokens: 40,
      taskAndWorkingSetTokens: 50,
      evidenceTokens: 60,
      outputReservationTokens: 100,
      safetyMarginTokens: 25,
      totalInputTokens: 210,
      projectedTotalTokens: 335,
      freeTokens: 665,
      freeRatio: 0.665,
    });
  });

  it("keeps negative free tokens when the request is over, and names the largest rows", () => {
    const budget = compile(requestOf([messageSegment("task", words(1_200)), toolSegment("big", 299)]));
    expect(budget).toMatchObject({ freeTokens: -500, freeRatio: -0.5, compactionEligible: true });
    expect(budget.decision).toMatchObject({ verdict: "over", historyOnly: { tokens: 1_200, verdict: "over" } });
    expect(budget.decision.reason).toBe(
      "1,500 tokens exceed the window of 1,000 by 500; largest: user 1,200, schema of big 300, request framing 0.",
    );
  });

  it("takes the same frozen request to the same ledger every time", () => {
    verifies("wo-01/contract/one-pure-path");
    expect(compile(requestOf(sixKinds))).toEqual(compile(requestOf(sixKinds)));
  });

  it("has rows that sum to the totals, whatever the request", () => {
    verifies("wo-01/acceptance/totals-reconcile");
    const segment = fc.oneof(
      fc
        .tuple(
          fc.constantFrom("system", "authority", "task", "evidence", "history" as const),
          fc.string({ unit: "binary" }),
        )
        .map(([kind, text]) => messageSegment(kind as "task", text)),
      fc.tuple(fc.string(), fc.nat(40)).map(([name, count]) => toolSegment(name, count)),
    );
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 30 }),
        fc.constantFrom("generic", "openai-chat" as const),
        (segments, surface) => {
          const request = requestOf(segments, {
            surface: surface as "generic",
            modelId: "gpt-4o",
            contextWindow: 100_000,
          });
          const budget = compileOutboundRequestBudget(request, { counter: charsCounter, memo: createContentMemo() });
          const sum = budget.rows.reduce((total, row) => total + row.tokens, 0);
          const segments6 =
            budget.stableSystemTokens +
            budget.toolSchemaTokens +
            budget.authorityTokens +
            budget.taskAndWorkingSetTokens +
            budget.evidenceTokens +
            budget.historyTokens;
          expect(sum).toBe(budget.totalInputTokens);
          expect(segments6).toBe(budget.totalInputTokens);
          expect(budget.projectedTotalTokens).toBe(
            budget.totalInputTokens + budget.outputReservationTokens + budget.safetyMarginTokens,
          );
          expect(budget.freeTokens).toBe(budget.modelContextTokens - budget.projectedTotalTokens);
          expect(budget.rows.every((row) => Number.isInteger(row.tokens))).toBe(true);
        },
      ),
    );
  });

  it("gives a large tool schema or frame its weight although no message changes", () => {
    verifies("wo-01/acceptance/schema-or-frame-changes-eligibility");
    const history = messageSegment("history", words(300));
    const frame = messageSegment("authority", words(400));
    expect(compile(requestOf([history])).compactionEligible).toBe(false);
    expect(compile(requestOf([toolSegment("huge", 399), history])).compactionEligible).toBe(true);
    expect(compile(requestOf([frame, history])).compactionEligible).toBe(true);
  });

  it.each([
    { input: 600, free: "40.0 %", eligible: false },
    { input: 601, free: "39.9 %", eligible: true },
    { input: 599, free: "40.1 %", eligible: false },
  ])("says $eligible at $free free", ({ input, eligible }) => {
    verifies("wo-01/contract/held-while-forty-percent-free", "wo-01/acceptance/held-at-40");
    expect(compile(requestOf([messageSegment("task", words(input))])).compactionEligible).toBe(eligible);
  });

  it.each([
    ["exact", 0],
    ["calibrated", 20],
    ["conservative", 50],
    ["sound", 0],
  ] as const)("keeps a safety margin by the least exact count: %s", (exactness, margin) => {
    const request = requestOf([messageSegment("task", "hello")], { reservations: { output: 0 } });
    expect(compile(request, { ...wordCounter, exactness }).safetyMarginTokens).toBe(margin);
  });

  it("names who counted: counter, rules and the least exact row", () => {
    expect(compile(requestOf([]), { ...wordCounter, exactness: "calibrated" }).counter).toEqual({
      id: "words",
      version: "1",
      exactness: "calibrated",
      unit: "tokens",
      rules: { id: "text-only", version: "1" },
    });
  });

  it.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY])("refuses a counter that says %d", (said) => {
    const counter: TokenCounter = { ...wordCounter, count: () => said };
    expect(() => compile(requestOf([messageSegment("task", "hello")]), counter)).toThrow(
      /\[invalid_options\] the token counter "words"/,
    );
    expect(() => compile(requestOf([toolSegment("search", 1)]), counter)).toThrow(
      /\[invalid_options\] the token counter "words"/,
    );
  });

  it("refuses a segment of a kind that is in no total", () => {
    const odd = { ...messageSegment("task", "hello"), kind: "nonsense" as "task" };
    expect(() => compile(requestOf([odd]))).toThrow(/\[invalid_request\] segment 0 has the kind "nonsense"/);
  });

  it("reads a content once, and again after an edit in place", () => {
    let counted = 0;
    const counter: TokenCounter = { ...wordCounter, count: (text) => (counted++, wordCounter.count(text)) };
    const memo = createContentMemo();
    const message = { role: "user" as const, content: "one two" };
    const request = requestOf([{ type: "message", kind: "task", message }]);
    const options = { counter, rules: textOnlyRules, memo };
    expect(compileOutboundRequestBudget(request, options).taskAndWorkingSetTokens).toBe(2);
    expect(compileOutboundRequestBudget(request, options).taskAndWorkingSetTokens).toBe(2);
    expect(counted).toBe(1);
    message.content = "one two three";
    expect(compileOutboundRequestBudget(request, options).taskAndWorkingSetTokens).toBe(3);
    expect(counted).toBe(2);
  });

  it("counts a reloaded copy of a content by its hash alone", () => {
    let counted = 0;
    const counter: TokenCounter = { ...wordCounter, count: (text) => (counted++, wordCounter.count(text)) };
    const options = { counter, rules: textOnlyRules, memo: createContentMemo() };
    for (let reload = 0; reload < 3; reload++)
      compileOutboundRequestBudget(requestOf([messageSegment("task", "a b")]), options);
    expect(counted).toBe(1);
  });

  it.each([
    ["contextWindow", { contextWindow: 0 }],
    ["contextWindow", { contextWindow: -1 }],
    ["contextWindow", { contextWindow: Number.NaN }],
    ["contextWindow", { contextWindow: 1.5 }],
    ["reservations.output", { reservations: { output: -1 } }],
    ["reservations.output", { reservations: { output: Number.NaN } }],
    ["reservations.safety", { reservations: { output: 0, safety: 0.5 } }],
    ["reservations of 1001 tokens exceed", { reservations: { output: 1_001 } }],
  ] as const)("refuses a number no ledger can be made of: %s", (field, overrides) => {
    expect(() => compile(requestOf([], overrides))).toThrow(new RegExp(`\\[invalid_request\\] ${field}`));
  });

  it.each([Number.NaN, -0.1, 1.1, Number.POSITIVE_INFINITY])("refuses the threshold %d", (threshold) => {
    expect(() => compileOutboundRequestBudget(requestOf([]), { counter: wordCounter, threshold })).toThrow(
      /\[invalid_options\] threshold is/,
    );
  });
});
