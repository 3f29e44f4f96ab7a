import { describe, expect, it } from "vitest";
import { composeDigest } from "./compose-digest.ts";
import { digestSummarizer } from "./digest-summarizer.ts";

describe("digestSummarizer", () => {
  it("answers with the digest, uses no tokens and has no bound on its input", async () => {
    const summarizer = digestSummarizer();
    const request = {
      turns: [{ messages: [{ role: "user" as const, content: "Hello there" }] }],
      maxTokens: 200,
      count: (text: string) => text.length / 4,
    };
    expect(await summarizer.summarize(request, {})).toEqual({ text: composeDigest(request) });
    expect(summarizer).toMatchObject({ id: "plimsoll-digest", version: "1", defaultStrategy: "sliding-window" });
    expect(summarizer).not.toHaveProperty("maxInputTokens");
  });
});
