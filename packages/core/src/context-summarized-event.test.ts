import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { contextSummarizedEvent, counterNameOf } from "./context-summarized-event.ts";
import { isPlimsollError } from "./errors.ts";
import type { SummaryRecord } from "./summary-record.ts";

const record: SummaryRecord = {
  version: 1,
  artifactId: "ctxsum_1",
  namespace: "",
  policyDigest: "p",
  inputDigest: "i",
  turnCount: 2,
  ordinal: 1,
  text: "what was said",
  textSha256: "s",
  replacedMessageIds: ["m1", null],
  uncoveredMessageIds: [],
  iteration: 12,
  strategy: "recursive",
  summarizer: { id: "scripted", version: "1" },
  counter: { id: "o200k_base", version: "1" },
  tokensBefore: 4_120,
  tokensAfter: 280,
  previous: null,
};

describe("contextSummarizedEvent", () => {
  it("has exactly the six fields of the RFC and no text", () => {
    verifies("rfc-0111/event/payload-fields", "rfc-0111/event/content-free");
    const event = contextSummarizedEvent(record, ["m1", null]);
    expect(event).toEqual({
      type: "context.summarized",
      payload: {
        iteration: 12,
        replacedTurns: ["m1", "@1"],
        summaryRef: "ctxsum_1",
        tokenCounter: "o200k_base",
        tokensBefore: 4_120,
        tokensAfter: 280,
      },
    });
    expect(JSON.stringify(event)).not.toContain("what was said");
  });

  it("carries the namespace of a subgraph", () => {
    expect(contextSummarizedEvent({ ...record, namespace: "research|model_request" }, []).namespace).toBe("research");
  });

  it.each([280, 279])("is never made of a summary of 280 tokens that replaced %d", (tokensBefore) => {
    const make = () => contextSummarizedEvent({ ...record, tokensBefore }, []);
    expect(make).toThrow(/ctxsum_1 says that 280 tokens replaced/);
    expect(make).toThrow(expect.toSatisfy((error) => isPlimsollError(error, "internal")));
    expect(contextSummarizedEvent({ ...record, tokensBefore: 281 }, []).payload.tokensAfter).toBe(280);
  });

  it.each([
    ["cl100k_base", "cl100k_base"],
    ["chars", "chars"],
    ["o200k_base*1.28", "host-defined"],
  ])("names the counter %s as %s", (id, name) => {
    expect(counterNameOf(id)).toBe(name);
  });
});
