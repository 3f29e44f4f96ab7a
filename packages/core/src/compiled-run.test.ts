import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileOutboundRequestBudget } from "./compile-outbound-request-budget.ts";
import { createContentMemo } from "./content-memo.ts";
import type { MessageContent, Segment } from "./outbound-request.ts";
import { messageSegment, requestOf, textOnlyRules, toolSegment, wordCounter } from "./testing.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** One change to a request between two compiles. */
type Change =
  | { readonly kind: "append"; readonly text: string }
  | { readonly kind: "reclassify"; readonly at: number }
  | { readonly kind: "edit"; readonly at: number; readonly text: string }
  | { readonly kind: "remove"; readonly at: number }
  | { readonly kind: "insert"; readonly at: number; readonly text: string }
  | { readonly kind: "tools"; readonly words: number }
  | { readonly kind: "rename"; readonly at: number };

const at = fc.nat(200);
const text = fc.string({ maxLength: 12 });
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("append" as const), text }) },
  fc.record({ kind: fc.constant("reclassify" as const), at }),
  fc.record({ kind: fc.constant("edit" as const), at, text }),
  fc.record({ kind: fc.constant("remove" as const), at }),
  fc.record({ kind: fc.constant("insert" as const), at, text }),
  fc.record({ kind: fc.constant("tools" as const), words: fc.nat(9) }),
  fc.record({ kind: fc.constant("rename" as const), at }),
);

function applyChange(segments: readonly Segment[], step: Change): readonly Segment[] {
  if (step.kind === "append") return [...segments, messageSegment("history", step.text)];
  if (step.kind === "tools")
    return [toolSegment("search", step.words), ...segments.filter((segment) => segment.type === "message")];
  const index = step.at % Math.max(1, segments.length);
  const segment = segments[index];
  if (segment === undefined || segment.type !== "message") return segments;
  switch (step.kind) {
    case "reclassify":
      return segments.with(index, { ...segment, kind: segment.kind === "task" ? "history" : "task" });
    case "rename":
      return segments.with(index, { ...segment, origin: { messageId: `m${index}`, slot: `s${step.at}` } });
    case "edit":
      (segment.message as Mutable<MessageContent>).content = step.text;
      return segments;
    case "remove":
      return segments.toSpliced(index, 1);
    case "insert":
      return segments.toSpliced(index, 0, messageSegment("evidence", step.text));
    default:
      return step satisfies never;
  }
}

describe("a compile after other compiles of the conversation", () => {
  it("equals a compile by itself, whatever was appended, edited in place, moved or removed in between", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 140 }), fc.array(change, { maxLength: 20 }), (initial, changes) => {
        const memo = createContentMemo();
        let segments: readonly Segment[] = Array.from({ length: initial }, (_, index) =>
          messageSegment("history", `start ${index}`),
        );
        for (const step of changes) {
          segments = applyChange(segments, step);
          const request = requestOf(segments);
          const remembered = compileOutboundRequestBudget(request, {
            counter: wordCounter,
            rules: textOnlyRules,
            memo,
          });
          const alone = compileOutboundRequestBudget(request, {
            counter: wordCounter,
            rules: textOnlyRules,
            memo: createContentMemo(),
          });
          expect(remembered).toEqual(alone);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("notices a segment whose kind, slot or id was edited in place, and a list that grew or lost in place", () => {
    const memo = createContentMemo();
    const segment: Mutable<Extract<Segment, { type: "message" }>> = messageSegment("task", "one two");
    const segments: Segment[] = [messageSegment("history", "start"), segment];
    const request = requestOf(segments);
    const compile = (into: typeof memo) =>
      compileOutboundRequestBudget(request, { counter: wordCounter, rules: textOnlyRules, memo: into });
    const edits: readonly (() => unknown)[] = [
      () => undefined,
      () => (segment.kind = "history"),
      () => (segment.origin = { messageId: "m" }),
      () => (segment.origin = { messageId: "m", slot: "s" }),
      () => segments.push(messageSegment("evidence", "three")),
      () => segments.pop(),
      () => segments.unshift(toolSegment("search", 2)),
    ];
    for (const edit of edits) {
      edit();
      expect(compile(memo)).toEqual(compile(createContentMemo()));
    }
  });

  it("does not take over rows counted by other rules or another counter", () => {
    const memo = createContentMemo();
    const request = requestOf([messageSegment("task", "one two")]);
    const compile = (tokens: number): number =>
      compileOutboundRequestBudget(request, {
        counter: { ...wordCounter, version: `${tokens}`, count: () => tokens },
        rules: textOnlyRules,
        memo,
      }).totalInputTokens;
    expect([compile(2), compile(5), compile(2)]).toEqual([2, 5, 2]);
  });
});
