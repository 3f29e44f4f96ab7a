import { AIMessage, HumanMessage } from "@langchain/core/messages";
import type { SummaryRecord } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { foreignSummaries } from "./foreign-summary.ts";
import { summaryMessage } from "./window/summary-message.ts";

const record: SummaryRecord = {
  version: 1,
  artifactId: "ctxsum_1",
  namespace: "",
  policyDigest: "p",
  inputDigest: "i",
  turnCount: 1,
  ordinal: 1,
  text: "earlier",
  textSha256: "s",
  replacedMessageIds: ["m1"],
  uncoveredMessageIds: [],
  iteration: 1,
  strategy: "recursive",
  summarizer: { id: "scripted", version: "1" },
  counter: { id: "chars", version: "1" },
  tokensBefore: 9,
  tokensAfter: 4,
  previous: null,
};

/** As `summarizationMiddleware` of LangChain and that of deepagents mark theirs. */
const marked = (source: string) => new HumanMessage({ content: "so far", additional_kwargs: { lc_source: source } });

describe("foreignSummaries", () => {
  it("finds what LangChain's and deepagents' summarizers left, wherever it stands", () => {
    const messages = [marked("summarization"), new HumanMessage("hi"), marked("summarization"), new AIMessage("yes")];
    expect(foreignSummaries(messages)).toEqual([0, 2]);
  });

  it("passes by our own, and what others than summarizers marked", () => {
    expect(foreignSummaries([summaryMessage(record), marked("llmToolSelector"), new HumanMessage("hi")])).toEqual([]);
  });
});
