import { InMemoryStore } from "@langchain/langgraph";
import type { IndexConfig } from "@langchain/langgraph-checkpoint";
import { summaryStoreSuite } from "@plimsoll/core/testing";
import { describe, expect, it } from "vitest";
import { artifactName, summaryRecord } from "../../../../test/savers/summary-record.ts";
import { createBaseStoreSummaryStore } from "./base-store-summary-store.ts";

describe("createBaseStoreSummaryStore", () => {
  summaryStoreSuite({ describe, it, expect }, () => createBaseStoreSummaryStore(new InMemoryStore()));

  it("lists all of more records than a page", async () => {
    const store = createBaseStoreSummaryStore(new InMemoryStore());
    for (let ordinal = 1; ordinal <= 201; ordinal++) await store.put("one", summaryRecord({ ordinal }));
    const listed = await store.list("one");
    expect(listed.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 201 }, (_, index) => index + 1));
  });

  it("does not offer the texts to a semantic search", async () => {
    const embedded: string[] = [];
    const embeddings = {
      embedDocuments: async (texts: string[]) => embedded.push(...texts),
      embedQuery: async () => [0],
    };
    const index = { dims: 1, embeddings } as unknown as IndexConfig;
    const store = createBaseStoreSummaryStore(new InMemoryStore({ index }));
    expect((await store.put("one", summaryRecord())).artifactId).toBe(artifactName(1));
    expect(embedded).toEqual([]);
  });
});
