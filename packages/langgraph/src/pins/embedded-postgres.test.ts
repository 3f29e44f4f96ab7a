import { summaryStoreSuite } from "@plimsoll/core/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedPostgres } from "../../../../test/savers/embedded-postgres.ts";
import { forkedStates, forkTests } from "../../../../test/savers/fork-tests.ts";
import { createSaverSummaryStore } from "./saver-summary-store.ts";
import { withPinnedSummaries } from "./with-pinned-summaries.ts";

describe("PostgresSaver on an embedded PostgreSQL", () => {
  let postgres: Awaited<ReturnType<typeof openEmbeddedPostgres>>;
  beforeAll(async () => {
    postgres = await openEmbeddedPostgres();
  }, 60_000);
  afterEach(() => postgres.closeSavers());
  afterAll(() => postgres.close());

  summaryStoreSuite({ describe, it, expect }, async () => createSaverSummaryStore(await postgres.openSaver()));

  forkTests(async () => withPinnedSummaries(await postgres.openSaver()));

  it("loses the edits of a fork where it is not wrapped", async () => {
    const { fork } = await forkedStates(await postgres.openSaver());
    expect(fork).toEqual({ note: "first", trail: "first -> b" });
  });
});
