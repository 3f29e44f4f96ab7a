import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContentPart, MessageContent, Surface } from "../outbound-request.ts";
import { charsCounter } from "../token-counter.ts";
import { rulesFor } from "./rules-for.ts";
import type { SurfaceRules } from "./surface-rules.ts";

const pairs: readonly (readonly [Surface, string])[] = [
  ["openai-chat", "gpt-3.5-turbo"],
  ["openai-chat", "gpt-4o"],
  ["openai-chat", "o3-mini"],
  ["openai-chat", "gpt-5"],
  ["openai-responses", "gpt-4o"],
  ["openai-responses", "gpt-5"],
  ["anthropic", "claude-3-haiku-20240307"],
  ["anthropic", "claude-sonnet-4-5"],
  ["anthropic", "claude-opus-4-8"],
  ["gemini", "gemini-2.0-flash"],
  ["gemini", "gemini-2.5-pro"],
  ["gemini", "gemini-3-flash"],
  ["generic", "anything"],
];

const part: fc.Arbitrary<ContentPart> = fc.oneof(
  fc.string().map((text): ContentPart => ({ kind: "text", text })),
  fc.tuple(fc.string(), fc.base64String()).map(([text, opaque]): ContentPart => ({ kind: "reasoning", text, opaque })),
  fc
    .jsonValue()
    .map((value): ContentPart => ({ kind: "json", type: "new", json: JSON.parse(JSON.stringify(value)) as null })),
  fc
    .tuple(
      fc.constantFrom("image", "audio", "video", "document"),
      fc.base64String(),
      fc.integer({ min: -1, max: 9_000 }),
    )
    .map(([media, data, width]): ContentPart => ({ kind: "media", media, data, width, height: width })),
);

const message: fc.Arbitrary<MessageContent> = fc
  .tuple(
    fc.constantFrom("system", "developer", "user", "assistant", "tool", "function"),
    fc.oneof(fc.string(), fc.array(part, { maxLength: 4 })),
    fc.array(fc.record({ id: fc.string(), name: fc.string(), arguments: fc.oneof(fc.json(), fc.string()) }), {
      maxLength: 3,
    }),
  )
  .map(([role, content, toolCalls]): MessageContent =>
    toolCalls.length === 0 ? { role, content } : { role, content, toolCalls },
  );

function tokens(rules: SurfaceRules, content: MessageContent["content"]): number {
  return rules.messageCost({ role: "user", content }, charsCounter).tokens;
}

describe.each(pairs)("rules of %s for %s", (surface, modelId) => {
  const rules = rulesFor(surface, modelId);

  it("cost whole tokens, never fewer than none, the same each time, for any message", () => {
    fc.assert(
      fc.property(message, (each) => {
        const cost = rules.messageCost(each, charsCounter);
        expect(Number.isSafeInteger(cost.tokens)).toBe(true);
        expect(cost.tokens).toBeGreaterThanOrEqual(0);
        expect(rulesFor(surface, modelId).messageCost(each, charsCounter)).toEqual(cost);
      }),
    );
  });

  it("cost more for more text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, more) => {
        expect(tokens(rules, text + more)).toBeGreaterThan(tokens(rules, text));
        expect(tokens(rules, [{ kind: "text", text: text + more }])).toBeGreaterThan(
          tokens(rules, [{ kind: "text", text }]),
        );
      }),
    );
  });

  it("count text that looks like base64 as text, and base64 of an image by its size", () => {
    const base64 = "QUJD".repeat(3_000);
    expect(tokens(rules, base64)).toBeGreaterThanOrEqual(base64.length);
    const image: ContentPart = { kind: "media", media: "image", data: base64, mimeType: "image/png" };
    expect(tokens(rules, [image])).toBeLessThan(base64.length);
    expect(tokens(rules, [image])).toBeGreaterThan(100);
  });

  it("cost the same for an image whatever carries it", () => {
    const size = { width: 600, height: 400 };
    const carriers: readonly ContentPart[] = [
      { kind: "media", media: "image", ...size, data: "AAAA" },
      { kind: "media", media: "image", ...size, reference: "https://example.com/a.png" },
    ];
    expect(new Set(carriers.map((carrier) => tokens(rules, [carrier]))).size).toBe(1);
  });

  it("cost something for each kind of medium, and less than its payload", () => {
    for (const media of ["image", "audio", "video", "document"] as const) {
      const data = "QUJD".repeat(100_000);
      const cost = tokens(rules, [{ kind: "media", media, data }]) - tokens(rules, []);
      expect(cost).toBeGreaterThan(0);
      expect(cost).toBeLessThan(data.length);
    }
  });

  it("give one cost per tool, in order, and a format only where there is one", () => {
    const tools = [
      { name: "a" },
      { name: "web", hosted: { type: "web_search" } },
      { name: "b", parameters: { type: "object" } },
    ];
    const without = rules.toolsCost({ tools, format: undefined, hasSystem: true, settings: {} }, charsCounter);
    expect(without.tools).toHaveLength(3);
    expect(without.format).toBeUndefined();
    const format = { name: "f", schema: { type: "object" } };
    expect(rules.toolsCost({ tools: [], format, hasSystem: false, settings: {} }, charsCounter).format).toBeDefined();
  });
});
