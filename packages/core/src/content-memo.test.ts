import { describe, expect, it } from "vitest";
import { type ContentMemo, createContentMemo } from "./content-memo.ts";
import { pureDigest } from "./digest.ts";
import type { ContentPart, MessageContent, Segment } from "./outbound-request.ts";
import { messageSegment } from "./testing.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

describe("the content memo", () => {
  it("notices every kind of edit in place", () => {
    const memo = createContentMemo();
    const call = { id: "c", name: "read", arguments: "{}" };
    const deep = { list: [1, { x: 2 }] as [number, { x: number }] };
    const parts: ContentPart[] = [
      { kind: "text", text: "a" },
      { kind: "json", type: "odd", json: deep },
    ];
    const message: Mutable<MessageContent> = { role: "user", content: parts, toolCalls: [call] };
    const segment: Segment = { type: "message", kind: "task", message };
    const edits: readonly (() => unknown)[] = [
      () => (message.role = "assistant"),
      () => (deep.list[1].x = 3),
      () => parts.push({ kind: "text", text: "b" }),
      () => parts.reverse(),
      () => (call.arguments = '{"a":1}'),
      () => (call.id = "d"),
      () => (message.name = "ada"),
      () => (message.toolCallId = "t"),
      () => (message.itemId = "i"),
      () => (message.content = "text"),
      () => (message.toolCalls = []),
    ];
    const hash = (): string => memo.record(segment, pureDigest).sha256;
    const seen = [hash(), ...edits.map((edit) => (edit(), hash()))];
    expect(new Set(seen).size).toBe(edits.length + 1);
    expect(hash()).toBe(seen.at(-1));
  });

  it("notices edits of tools and formats in place", () => {
    const memo = createContentMemo();
    const parameters = { type: "object", properties: { a: { type: "string" } } };
    for (const segment of [
      { type: "tool", kind: "tools", tool: { name: "read", parameters } },
      { type: "response-format", kind: "tools", format: { name: "read", schema: parameters } },
    ] as const) {
      const before = memo.record(segment, pureDigest).sha256;
      parameters.properties.a.type += "!";
      expect(memo.record(segment, pureDigest).sha256).not.toBe(before);
    }
  });

  it("forgets the costs that were used longest ago beyond its bound", () => {
    const memo = createContentMemo(2);
    const counted: string[] = [];
    const cost = (text: string): number => costOf(memo, text, () => counted.push(text));
    for (const text of ["a", "bb", "a", "ccc", "a", "bb"]) expect(cost(text)).toBe(text.length);
    expect(counted).toEqual(["a", "bb", "ccc", "bb"]);
  });

  it("counts again when rules or counter change", () => {
    const memo = createContentMemo();
    const record = memo.record(messageSegment("task", "x"), pureDigest);
    expect(memo.cost(record, "one", () => ({ tokens: 1, exactness: "exact" })).tokens).toBe(1);
    expect(memo.cost(record, "two", () => ({ tokens: 2, exactness: "exact" })).tokens).toBe(2);
    expect(memo.cost(record, "one", () => ({ tokens: 9, exactness: "exact" })).tokens).toBe(1);
  });
});

function costOf(memo: ContentMemo, text: string, onCount: () => void): number {
  const record = memo.record(messageSegment("task", text), pureDigest);
  const count = () => (onCount(), { tokens: text.length, exactness: "exact" as const });
  return memo.cost(record, "rules", count).tokens;
}
