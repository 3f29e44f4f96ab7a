import type { SummaryRecord } from "@plimsoll/core";
import { summaryStoreSuite } from "@plimsoll/core/testing";
import { describe, expect, it } from "vitest";
import { createMemorySummaryStore } from "./memory-summary-store.ts";

summaryStoreSuite({ describe, it, expect }, () => createMemorySummaryStore());

const record: SummaryRecord = {
  version: 1,
  artifactId: "ctxsum_a",
  namespace: "",
  policyDigest: "p",
  inputDigest: "i",
  turnCount: 1,
  ordinal: 1,
  text: "text",
  textSha256: "hash",
  replacedMessageIds: ["m"],
  uncoveredMessageIds: [],
  iteration: 1,
  strategy: "recursive",
  summarizer: { id: "s", version: "1" },
  counter: { id: "words", version: "1" },
  tokensBefore: 9,
  tokensAfter: 1,
  previous: null,
};

describe("createMemorySummaryStore", () => {
  it("forgets the conversation unused for longest, whole, when there are too many", async () => {
    const store = createMemorySummaryStore({ maxScopes: 2 });
    await store.put("one", record);
    await store.put("two", record);
    await store.get("one", "ctxsum_a");
    await store.put("three", record);
    expect(await store.get("two", "ctxsum_a")).toBeUndefined();
    expect((await store.get("one", "ctxsum_a"))?.text).toBe("text");
    expect((await store.get("three", "ctxsum_a"))?.text).toBe("text");
  });

  it("gives out the same frozen object every time", async () => {
    const store = createMemorySummaryStore();
    const stored = await store.put("one", record);
    expect(await store.get("one", "ctxsum_a")).toBe(stored);
    expect(Object.isFrozen(stored.replacedMessageIds)).toBe(true);
  });

  it.each([0, 1.5, Number.NaN])("refuses room for %s conversations", (maxScopes) => {
    expect(() => createMemorySummaryStore({ maxScopes })).toThrow("[invalid_options] maxScopes is");
  });
});
