import { describe, expect, it } from "vitest";
import type { MessageContent } from "../outbound-request.ts";
import { charsCounter } from "../token-counter.ts";
import { genericRules } from "./generic-rules.ts";
import { rulesFor } from "./rules-for.ts";

const message: MessageContent = {
  role: "assistant",
  content: "text",
  toolCalls: [{ id: "1", name: "f", arguments: '{"a": 1}' }],
};
const result: MessageContent = { role: "tool", content: "text", toolCallId: "1", toolName: "f", toolCallCount: 1 };
const input = {
  tools: [{ name: "f", parameters: { type: "object", properties: { a: { type: "number" } } } }],
  format: undefined,
  hasSystem: false,
  settings: {},
};

describe("genericRules", () => {
  it("call everything conservative", () => {
    expect(genericRules.requestCost({}).exactness).toBe("conservative");
    expect(genericRules.messageCost(message, charsCounter).exactness).toBe("conservative");
    const { framing, tools } = genericRules.toolsCost(input, charsCounter);
    expect([framing, ...tools].map((cost) => cost.exactness)).toEqual(["conservative", "conservative"]);
  });

  it.each([
    ["openai-chat", "gpt-4o"],
    ["openai-chat", "gpt-5"],
    ["anthropic", "claude-sonnet-4-5"],
    ["anthropic", "claude-opus-4-8"],
    ["gemini", "gemini-3-flash"],
  ] as const)("cost no less than the rules of %s for %s, with the same counter", (surface, modelId) => {
    const rules = rulesFor(surface, modelId);
    for (const each of [message, result, { role: "user", content: "text" } as const]) {
      expect(genericRules.messageCost(each, charsCounter).tokens).toBeGreaterThanOrEqual(
        rules.messageCost(each, charsCounter).tokens,
      );
    }
    expect(genericRules.toolsCost(input, charsCounter).framing.tokens).toBeGreaterThanOrEqual(
      rules.toolsCost(input, charsCounter).framing.tokens,
    );
    expect(genericRules.requestCost({}).tokens).toBeGreaterThanOrEqual(rules.requestCost({}).tokens);
  });
});
