import { describe, expect, it } from "vitest";
import type { Surface } from "../outbound-request.ts";
import { resolveAccounting } from "./resolve-accounting.ts";
import { rulesFor } from "./rules-for.ts";

describe("resolveAccounting", () => {
  it.each<[Surface, string, string]>([
    ["openai-chat", "gpt-4o-mini", "openai-chat/gpt-4o/tiles-2833-5667"],
    ["openai-chat", "gpt-4-turbo", "openai-chat/gpt-4~/tiles-85-170"],
    ["openai-responses", "gpt-5-mini", "openai-responses/gpt-5/patches-1200"],
    ["openai-responses", "gpt-4.1", "openai-responses/gpt-4o-mini/tiles-85-170"],
    ["anthropic", "claude-opus-4-8", "anthropic/claude-4.7"],
    ["gemini", "gemini-3-flash-preview", "gemini/gemini-3"],
    ["gemini", "publishers/google/models/gemini-3-flash-preview", "gemini/vertex"],
    ["generic", "gpt-4o", "generic"],
    ["openai-chat", "deepseek-chat", "generic"],
    ["openai-chat", "my-deployment", "generic"],
    ["anthropic", "gpt-4o", "generic"],
  ])("gives %s %s the rules %s", (surface, modelId, id) => {
    expect(resolveAccounting(surface, modelId).rules.id).toBe(id);
    expect(rulesFor(surface, modelId).id).toBe(id);
  });

  it.each<[string, unknown]>([
    ["gpt-4o", { encoding: "o200k_base", digitsPerToken: 3, perMille: 1_000, isOwnEncoding: true }],
    ["gpt-4", { encoding: "cl100k_base", digitsPerToken: 3, perMille: 1_000, isOwnEncoding: true }],
    ["claude-sonnet-4-5", { encoding: "o200k_base", digitsPerToken: 3, perMille: 1_250, isOwnEncoding: false }],
    ["claude-sonnet-5", { encoding: "o200k_base", digitsPerToken: 3, perMille: 1_550, isOwnEncoding: false }],
    ["gemini-2.5-pro", { encoding: "o200k_base", digitsPerToken: 1, perMille: 1_300, isOwnEncoding: false }],
    ["llama3.1:8b", { encoding: "cl100k_base", digitsPerToken: 3, perMille: 1_000, isOwnEncoding: false }],
    ["qwen3-32b", { encoding: "cl100k_base", digitsPerToken: 1, perMille: 1_000, isOwnEncoding: false }],
    ["deepseek-chat", { encoding: "o200k_base", digitsPerToken: 3, perMille: 1_350, isOwnEncoding: false }],
    ["mistral-large", { encoding: "o200k_base", digitsPerToken: 1, perMille: 1_500, isOwnEncoding: false }],
    ["my-deployment", { encoding: undefined, digitsPerToken: 3, perMille: 1_000, isOwnEncoding: false }],
  ])("counts %s with its own or a stand-in tokenizer", (modelId, tokenizer) => {
    expect(resolveAccounting("generic", modelId)).toMatchObject(tokenizer as object);
  });
});
