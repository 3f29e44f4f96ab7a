import { describe, expect, it } from "vitest";
import { modelFamily } from "./model-family.ts";

describe("modelFamily", () => {
  it.each([
    ["gpt-3.5-turbo-0125", "gpt-4"],
    ["gpt-35-turbo", "gpt-4"],
    ["gpt-4-turbo-2024-04-09", "gpt-4"],
    ["gpt-4", "gpt-4"],
    ["openai/gpt-4o", "gpt-4o"],
    ["gpt-4o-mini-2024-07-18", "gpt-4o"],
    ["GPT-4.1-nano", "gpt-4o"],
    ["gpt-4.5-preview", "gpt-4o"],
    ["chatgpt-4o-latest", "gpt-4o"],
    ["ft:gpt-4o-mini-2024-07-18:acme::abc123", "gpt-4o"],
    ["gpt-4o-search-preview-2025-03-11", "gpt-4o-search"],
    ["o3-mini", "o-series"],
    ["openrouter/openai/o4-mini", "o-series"],
    ["gpt-5.2-2025-12-11", "gpt-5"],
    ["gpt-5-mini", "gpt-5"],
    ["openai/gpt-oss-120b", "gpt-oss"],
    ["claude-3-5-sonnet-20241022", "claude-3"],
    ["claude-sonnet-4-20250514", "claude-4"],
    ["claude-opus-4-1-20250805", "claude-4"],
    ["claude-sonnet-4-0", "claude-4"],
    ["anthropic.claude-sonnet-4-20250514-v1:0", "claude-4"],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-4.5"],
    ["anthropic/claude-haiku-4.5", "claude-4.5"],
    ["claude-opus-4-6", "claude-4.5"],
    ["claude-opus-4-8", "claude-4.7"],
    ["claude-sonnet-5", "claude-4.7"],
    ["gemini-1.5-flash", "gemini-2"],
    ["gemini-2.0-flash-exp", "gemini-2"],
    ["models/gemini-2.5-pro-preview-03-25", "gemini-2.5"],
    ["publishers/google/models/gemini-3-flash-preview", "gemini-3"],
    ["meta-llama/Llama-3.1-8B-Instruct", "llama"],
    ["llama3.2:3b", "llama"],
    ["meta.llama3-1-70b-instruct-v1:0", "llama"],
    ["Qwen/Qwen3-32B", "qwen"],
    ["deepseek-chat", "deepseek"],
    ["mistral-large-latest", "mistral"],
    ["mistral.mistral-7b-instruct-v0:2", "mistral"],
    ["my-deployment", "unknown"],
    ["prod-gpt4o-eastus", "unknown"],
    ["", "unknown"],
  ])("reads %j as %s", (modelId, family) => {
    expect(modelFamily(modelId)).toBe(family);
  });
});
