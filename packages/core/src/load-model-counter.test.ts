import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { loadModelCounter } from "./load-model-counter.ts";

describe("loadModelCounter", () => {
  it.each([
    ["openai-chat", "gpt-4o-mini", "o200k_base", "exact"],
    ["openai-responses", "gpt-5", "o200k_base", "exact"],
    ["openai-chat", "gpt-4-turbo", "cl100k_base", "exact"],
  ] as const)("counts %s %s with its own encoding %s", async (surface, model, id, exactness) => {
    verifies("wo-01/contract/conservative-estimator-only-without-tokenizer");
    expect(await loadModelCounter(surface, model)).toMatchObject({ id, exactness });
  });

  it.each([
    ["anthropic", "claude-sonnet-4-5"],
    ["gemini", "gemini-2.5-pro"],
    ["generic", "llama-3.1-70b-instruct"],
    ["generic", "qwen3-32b"],
    ["generic", "deepseek-v3"],
    ["generic", "mistral-large"],
  ] as const)("counts %s %s with a calibrated stand-in, the same one each time", async (surface, model) => {
    verifies("wo-01/contract/conservative-estimator-only-without-tokenizer");
    const counter = await loadModelCounter(surface, model);
    expect(counter.exactness).toBe("calibrated");
    expect(counter.count("some text, 12345 and more")).toBeGreaterThan(0);
    expect(await loadModelCounter(surface, model)).toBe(counter);
  });

  it("estimates conservatively only where no tokenizer is known, and says so", async () => {
    verifies(
      "wo-01/contract/conservative-estimator-only-without-tokenizer",
      "wo-01/todo/tokenizer-adapter-with-fallback",
    );
    expect(await loadModelCounter("generic", "our-own-deployment")).toMatchObject({
      id: "conservative",
      exactness: "conservative",
    });
  });
});
