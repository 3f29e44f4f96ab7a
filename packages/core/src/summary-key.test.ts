import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pureDigest } from "./digest.ts";
import type { MessageContent, ToolCall } from "./outbound-request.ts";
import { artifactIdOf, digestSummaryPolicy, digestTurns, type SummaryPolicy } from "./summary-key.ts";

type Turns = readonly (readonly MessageContent[])[];

const digests = (turns: Turns): readonly string[] => digestTurns(turns, pureDigest);

const call = (id: string, text = "{}"): ToolCall => ({ id, name: "read", arguments: text });
const user = (content: string): MessageContent => ({ role: "user", content });
const step = (id: string, result: string): readonly MessageContent[] => [
  { role: "assistant", content: "", toolCalls: [call(id)] },
  { role: "tool", content: result, toolCallId: id, toolName: "read", toolCallCount: 1 },
];

/** Turns whose calls take their ids from `nameOf`. */
const shapes = fc.array(
  fc.oneof(
    fc.record({ text: fc.string() }),
    fc.record({ call: fc.integer({ min: 0, max: 3 }), arguments: fc.string(), result: fc.string() }),
  ),
  { minLength: 1, maxLength: 8 },
);
type Shape = { readonly text: string } | { readonly call: number; readonly arguments: string; readonly result: string };

function turnsOf(parts: readonly Shape[], nameOf: (call: number) => string): Turns {
  return parts.map((part) =>
    "text" in part
      ? [user(part.text)]
      : [
          { role: "assistant", content: "", toolCalls: [call(nameOf(part.call), part.arguments)] },
          { role: "tool", content: part.result, toolCallId: nameOf(part.call) },
        ],
  );
}

describe("digestTurns", () => {
  it("gives each prefix the digest it has alone", () => {
    fc.assert(
      fc.property(shapes, (parts) => {
        const turns = turnsOf(parts, (number) => `call_${number}`);
        const all = digests(turns);
        expect(turns.map((_, index) => digests(turns.slice(0, index + 1)).at(-1))).toEqual(all);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  it("is the same however tool calls are named", () => {
    fc.assert(
      fc.property(shapes, (parts) => {
        const one = turnsOf(parts, (number) => `call_${number}`);
        const other = turnsOf(parts, (number) => `toolu_${9 - number}x`);
        expect(digests(other)).toEqual(digests(one));
      }),
    );
  });

  it("tells apart which call a result answers", () => {
    const both: MessageContent = { role: "assistant", content: "", toolCalls: [call("a"), call("b")] };
    const answers = (first: string, second: string): Turns => [
      [both, { role: "tool", content: "1", toolCallId: first }, { role: "tool", content: "2", toolCallId: second }],
    ];
    expect(digests(answers("a", "b"))).not.toEqual(digests(answers("b", "a")));
  });

  it("changes with every edit of content, from the edited turn on", () => {
    const turns: Turns = [[user("hello")], step("c1", "content"), [user("bye")]];
    const edits: Turns[] = [
      [[user("hello!")], ...turns.slice(1)],
      [turns[0] ?? [], step("c1", "contents"), [user("bye")]],
      [turns[0] ?? [], [{ role: "assistant", content: "", toolCalls: [call("c1", '{"a":1}')] }], [user("bye")]],
      [[{ role: "assistant", content: "hello" }], ...turns.slice(1)],
      [[{ ...user("hello"), name: "ada" }], ...turns.slice(1)],
      [[user("hel"), user("lo")], ...turns.slice(1)],
      [[{ role: "user", content: [{ kind: "media", media: "image", data: "aGVsbG8=" }] }], ...turns.slice(1)],
    ];
    const seen = new Set([digests(turns), ...edits.map(digests)].map((each) => each.at(-1)));
    expect(seen.size).toBe(edits.length + 1);
    expect(digests(edits[1] ?? [])[0]).toBe(digests(turns)[0]);
  });

  it("leaves out item ids, signatures and how many calls stood beside a result", () => {
    const signed = (opaque: string): MessageContent => ({
      role: "assistant",
      content: [{ kind: "reasoning", text: "so", opaque }],
    });
    expect(digests([[{ ...user("a"), itemId: "msg_1" }], [signed("x")]])).toEqual(
      digests([[user("a")], [signed("y")]]),
    );
    const result: MessageContent = { role: "tool", content: "r", toolCallId: "c" };
    expect(digests([[{ ...result, toolCallCount: 2 }]])).toEqual(digests([[result]]));
  });

  it("reads a text and its only text block alike", () => {
    expect(digests([[{ role: "user", content: [{ kind: "text", text: "a" }] }]])).toEqual(digests([[user("a")]]));
  });
});

const policy: SummaryPolicy = {
  summarizer: { id: "s", version: "1", configDigest: "c" },
  strategy: "recursive",
  maxTokens: 100,
  counter: { id: "words", version: "1" },
};

describe("digestSummaryPolicy", () => {
  it("changes with everything that shapes a summary", () => {
    const policies: readonly SummaryPolicy[] = [
      policy,
      { ...policy, summarizer: { ...policy.summarizer, id: "t" } },
      { ...policy, summarizer: { ...policy.summarizer, version: "2" } },
      { ...policy, summarizer: { ...policy.summarizer, configDigest: "d" } },
      { ...policy, strategy: "map-reduce" },
      { ...policy, maxTokens: 101 },
      { ...policy, counter: { id: "chars", version: "1" } },
      { ...policy, counter: { id: "words", version: "2" } },
      { ...policy, part: 1 },
      { ...policy, part: 2 },
    ];
    expect(new Set(policies.map((each) => digestSummaryPolicy(each, pureDigest))).size).toBe(policies.length);
  });
});

describe("artifactIdOf", () => {
  const key = { namespace: "", policyDigest: "p", inputDigest: "i" };

  it("names a summary by its key, the same in every process", () => {
    expect(artifactIdOf(key, pureDigest)).toBe("ctxsum_50252cd5fae2495a243962ac");
  });

  it("names no two keys alike", () => {
    const keys = [key, { ...key, namespace: "a" }, { ...key, policyDigest: "i" }, { ...key, inputDigest: "p" }];
    expect(new Set(keys.map((each) => artifactIdOf(each, pureDigest))).size).toBe(keys.length);
  });
});
