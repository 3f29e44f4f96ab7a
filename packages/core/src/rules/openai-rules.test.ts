import { describe, expect, it } from "vitest";
import type { MessageContent, ToolCall } from "../outbound-request.ts";
import type { TokenCounter } from "../token-counter.ts";
import { openAIChatRules, openAIResponsesRules } from "./openai-rules.ts";
import type { ToolsInput } from "./surface-rules.ts";

/** A token for each word and each other sign, so that sums can be done in one's head. */
const words: TokenCounter = {
  id: "o200k_base",
  version: "1",
  exactness: "exact",
  unit: "tokens",
  count: (text) => text.match(/[A-Za-z_]+|\S|\n+/g)?.length ?? 0,
};

const gpt4o = openAIChatRules("gpt-4o", "gpt-4o");
const gpt5 = openAIChatRules("gpt-5", "gpt-5");
const call = (name: string, json: string, id = "call_1"): ToolCall => ({ id, name, arguments: json });
const input = (over: Partial<ToolsInput>): ToolsInput => ({
  tools: [],
  format: undefined,
  hasSystem: false,
  settings: {},
  ...over,
});
const ping = { name: "ping", parameters: { type: "object", properties: { host: { type: "string" } } } } as const;

describe("openAIChatRules", () => {
  it.each<[string, MessageContent, number]>([
    ["text", { role: "user", content: "one two" }, 4 + 2],
    ["developer text like system text", { role: "developer", content: "one two" }, 4 + 2],
    ["nothing", { role: "assistant", content: "" }, 4],
    [
      "text blocks one by one",
      {
        role: "user",
        content: [
          { kind: "text", text: "one" },
          { kind: "text", text: "two three" },
        ],
      },
      4 + 3,
    ],
    [
      "one call by name and compact arguments",
      { role: "assistant", content: "", toolCalls: [call("ping", '{ "host": "a" }')] },
      4 + 2 + 9 + 3,
    ],
    [
      "the result of one call with the name again",
      { role: "tool", content: "pong", toolCallId: "call_1", toolName: "ping", toolCallCount: 1 },
      4 + 1 + 1 + 2,
    ],
    [
      "a result among several without the name",
      { role: "tool", content: "pong", toolCallId: "call_1", toolName: "ping", toolCallCount: 2 },
      4 + 1 + 2,
    ],
  ])("counts %s, exactly", (_what, message, tokens) => {
    expect(gpt4o.messageCost(message, words)).toEqual({ tokens, exactness: "exact" });
  });

  it("counts several calls as one JSON text", () => {
    const text =
      '{"tool_uses":[{"recipient_name":"functions.a","parameters":{}},{"recipient_name":"functions.b","parameters":{"n":1}}]}';
    const message: MessageContent = {
      role: "assistant",
      content: "",
      toolCalls: [call("a", "{}"), call("b", '{"n": 1}', "call_2")],
    };
    expect(gpt4o.messageCost(message, words)).toEqual({ tokens: 4 + words.count(text) + 8, exactness: "exact" });
  });

  it.each<[string, MessageContent]>([
    ["a name", { role: "user", content: "one", name: "ann" }],
    ["a call without an id", { role: "assistant", content: "", toolCalls: [{ name: "ping", arguments: "{}" }] }],
    ["a result of an unknown call", { role: "tool", content: "pong", toolCallId: "call_9" }],
    ["an image", { role: "user", content: [{ kind: "media", media: "image", width: 10, height: 10 }] }],
    ["an unknown block", { role: "user", content: [{ kind: "json", type: "new", json: { type: "new", value: 1 } }] }],
    ["reasoning", { role: "assistant", content: [{ kind: "reasoning", text: "hm", opaque: "AAAA" }] }],
  ])("calls %s calibrated on gpt-4o, where no bill proves it", (_what, message) => {
    const cost = gpt4o.messageCost(message, words);
    expect(cost.exactness).toBe("calibrated");
    expect(cost.tokens).toBeGreaterThan(4);
  });

  it("costs name and one more for a name, and two less for a function's result, on gpt-3.5", () => {
    const rules = openAIChatRules("gpt-4", "gpt-3.5-turbo");
    const cl100k = { ...words, id: "cl100k_base" };
    expect(rules.messageCost({ role: "system", content: "one", name: "ann" }, cl100k)).toEqual({
      tokens: 4 + 1 + 2,
      exactness: "exact",
    });
    expect(rules.messageCost({ role: "function", content: "one", name: "ann" }, cl100k)).toEqual({
      tokens: 4 + 1 + 2 - 2,
      exactness: "exact",
    });
  });

  it.each([
    ["gpt-4o", gpt4o, 3],
    ["gpt-5", gpt5, 2],
    ["o3-mini", openAIChatRules("o-series", "o3-mini"), 2],
  ])("primes the reply of %s", (_name, rules, tokens) => {
    expect(rules.requestCost({})).toEqual({ tokens, exactness: "exact" });
  });

  it("counts header and footer as framing and each declaration as its tool's", () => {
    const cost = gpt4o.toolsCost(input({ tools: [ping] }), words);
    const declaration = words.count("type ping = (_: { host?: string }) => any;\n\n");
    const around = words.count("namespace functions {\n\n") + words.count("} // namespace functions");
    expect(cost.tools).toEqual([{ tokens: declaration, exactness: "exact" }]);
    expect(cost.framing).toEqual({ tokens: around + 5 + 4, exactness: "exact" });
  });

  it("appends tools to the system text at the cost of the joint", () => {
    const alone = gpt4o.toolsCost(input({ tools: [ping] }), words).framing.tokens;
    const merged = gpt4o.toolsCost(input({ tools: [ping], hasSystem: true, systemText: "one" }), words).framing;
    expect(merged).toEqual({ tokens: alone - 4 + 1, exactness: "exact" });
    expect(gpt4o.toolsCost(input({ tools: [ping], hasSystem: true }), words).framing).toEqual({
      tokens: merged.tokens,
      exactness: "calibrated",
    });
  });

  it("takes tool_choice for free and a named or forbidden legacy function_call for its price", () => {
    const plain = gpt4o.toolsCost(input({ tools: [ping] }), words).framing.tokens;
    const priced = (settings: ToolsInput["settings"]): number =>
      gpt4o.toolsCost(input({ tools: [ping], settings }), words).framing.tokens - plain;
    expect(priced({ tool_choice: { type: "function", function: { name: "ping" } } })).toBe(0);
    expect(priced({ response_format: { type: "json_object" } })).toBe(0);
    expect(priced({ function_call: "auto" })).toBe(0);
    expect(priced({ function_call: "none" })).toBe(1);
    expect(priced({ function_call: { name: "ping" } })).toBe(5);
  });

  it("counts a JSON-schema format on its own row, calibrated", () => {
    const format = {
      name: "answer",
      description: "what to say",
      schema: { type: "object", additionalProperties: false },
    };
    const text = '# Response Formats\n\n## answer\n\n// what to say\n{"type":"object"}';
    expect(gpt4o.toolsCost(input({ format }), words).format).toEqual({
      tokens: words.count(text) + 4,
      exactness: "calibrated",
    });
  });

  it("takes gpt-5 with one tool without parameters for one less, with several as calibrated", () => {
    const framing = (tools: ToolsInput["tools"]): unknown => gpt5.toolsCost(input({ tools }), words).framing;
    const around = words.count("namespace functions {\n\n") + words.count("} // namespace functions") + 87 + 4;
    expect(framing([ping])).toEqual({ tokens: around, exactness: "exact" });
    expect(framing([ping, { name: "a" }])).toEqual({ tokens: around - 1, exactness: "exact" });
    expect(framing([{ name: "a" }, { name: "b" }])).toEqual({ tokens: around - 1, exactness: "calibrated" });
  });

  it("keeps the order of functions and hosted tools", () => {
    const hosted = { name: "web_search", hosted: { type: "web_search" } };
    const cost = gpt4o.toolsCost(input({ tools: [hosted, ping] }), words);
    expect(cost.tools[0]).toEqual({ tokens: words.count('{"type":"web_search"}') + 32, exactness: "calibrated" });
    expect(cost.tools[1]?.exactness).toBe("exact");
  });

  it("calls nothing exact for a model that was not billed, or with another counter", () => {
    const message: MessageContent = { role: "user", content: "one" };
    expect(openAIChatRules("gpt-5", "gpt-5.2").messageCost(message, words).exactness).toBe("calibrated");
    expect(openAIChatRules("gpt-5", "gpt-5.2").requestCost({}).exactness).toBe("calibrated");
    expect(gpt4o.messageCost(message, { ...words, id: "other" }).exactness).toBe("calibrated");
    expect(gpt4o.toolsCost(input({ tools: [ping] }), { ...words, id: "other" }).framing.exactness).toBe("calibrated");
  });

  it("calls system text calibrated on gpt-5, where no bill holds any", () => {
    expect(gpt5.messageCost({ role: "system", content: "one" }, words)).toEqual({ tokens: 5, exactness: "calibrated" });
    expect(gpt5.messageCost({ role: "user", content: "one" }, words)).toEqual({ tokens: 5, exactness: "exact" });
  });

  it("names rule sets apart that count apart", () => {
    const names = ["gpt-4o", "gpt-4o-mini", "gpt-4o-audio-preview", "gpt-4.1-nano"].map(
      (name) => openAIChatRules("gpt-4o", name).id,
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("openAIResponsesRules", () => {
  it("charges less for tools than Chat Completions does on gpt-5", () => {
    const responses = openAIResponsesRules("gpt-5", "gpt-5").toolsCost(input({ tools: [ping] }), words);
    expect(gpt5.toolsCost(input({ tools: [ping] }), words).framing.tokens - responses.framing.tokens).toBe(91 - 9);
    expect(responses.framing.exactness).toBe("calibrated");
  });

  it("charges for a named tool_choice", () => {
    const rules = openAIResponsesRules("gpt-4o", "gpt-4o-mini");
    const plain = rules.toolsCost(input({ tools: [ping] }), words).framing.tokens;
    expect(
      rules.toolsCost(input({ tools: [ping], settings: { tool_choice: { type: "function", name: "ping" } } }), words)
        .framing.tokens,
    ).toBe(plain + 5);
    expect(rules.toolsCost(input({ tools: [ping], settings: { tool_choice: "none" } }), words).framing.tokens).toBe(
      plain,
    );
  });

  it("takes encrypted reasoning by the length of its payload, not as text", () => {
    const message: MessageContent = {
      role: "assistant",
      content: [{ kind: "reasoning", text: "", opaque: "A".repeat(1_000) }],
    };
    const cost = openAIResponsesRules("gpt-5", "gpt-5").messageCost(message, words);
    expect(cost).toEqual({ tokens: 4 + 2 + 170, exactness: "calibrated" });
  });
});
