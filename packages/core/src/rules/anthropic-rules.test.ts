import { describe, expect, it } from "vitest";
import type { MessageContent } from "../outbound-request.ts";
import { charsCounter } from "../token-counter.ts";
import { anthropicRules } from "./anthropic-rules.ts";
import type { ToolsInput } from "./surface-rules.ts";

const rules = anthropicRules("claude-4.5");
const input = (over: Partial<ToolsInput>): ToolsInput => ({
  tools: [{ name: "a" }],
  format: undefined,
  hasSystem: false,
  settings: {},
  ...over,
});
const message = (over: Partial<MessageContent>): number =>
  rules.messageCost({ role: "assistant", content: [], ...over }, charsCounter).tokens;

describe("anthropicRules", () => {
  it("charge for thinking with a budget and for a task budget, not for adaptive thinking", () => {
    const plain = rules.requestCost({}).tokens;
    expect(rules.requestCost({ thinking: { type: "enabled", budget_tokens: 1_024 } }).tokens - plain).toBe(30);
    expect(rules.requestCost({ thinking: { type: "adaptive" } }).tokens - plain).toBe(0);
    expect(rules.requestCost({ output_config: { task_budget: { total: 1 } } }).tokens - plain).toBe(42);
  });

  it.each([
    [{ tool_choice: { type: "auto" } }, 512],
    [{}, 512],
    [{ tool_choice: { type: "any" } }, 612],
    [{ tool_choice: "any" }, 612],
    [{ tool_choice: { type: "tool", name: "a" } }, 612],
  ])("charge a hidden prompt for tools under %j", (settings, tokens) => {
    expect(rules.toolsCost(input({ settings }), charsCounter).framing).toEqual({ tokens, exactness: "calibrated" });
  });

  it("charge no hidden prompt without tools", () => {
    expect(rules.toolsCost(input({ tools: [], format: { name: "f" } }), charsCounter).framing.tokens).toBe(0);
  });

  it("count a tool as its JSON", () => {
    const tool = { name: "a", description: "b", parameters: { type: "object" } };
    const json = '{"name":"a","description":"b","parameters":{"type":"object"}}';
    expect(rules.toolsCost(input({ tools: [tool] }), charsCounter).tools).toEqual([
      { tokens: json.length + 3, exactness: "calibrated" },
    ]);
  });

  it("charge a call for itself and for each of its arguments", () => {
    const withArguments = (json: string): number => message({ toolCalls: [{ id: "1", name: "f", arguments: json }] });
    expect(withArguments("{}") - message({})).toBe(1 + 2 + 34);
    expect(withArguments('{"a":1,"b":2}') - message({})).toBe(1 + 13 + 34 + 60);
    expect(withArguments("not json") - message({})).toBe(1 + 8 + 34 + 30);
  });

  it("count thinking as its text and a share of its signature", () => {
    expect(message({ content: [{ kind: "reasoning", text: "hmm", opaque: "A".repeat(1_000) }] }) - message({})).toBe(
      3 + 170,
    );
  });

  it.each([
    [1_001, 1_001, Math.ceil((1_001 * 1_001) / 750) + 24],
    [3_136, 1_568, Math.ceil((1_568 * 784) / 750) + 24],
    [undefined, undefined, 1_640 + 24],
  ])("weigh an image of %s × %s by its area after resizing", (width, height, tokens) => {
    const size = width === undefined || height === undefined ? {} : { width, height };
    expect(message({ content: [{ kind: "media", media: "image", ...size }] }) - message({})).toBe(tokens);
  });
});
