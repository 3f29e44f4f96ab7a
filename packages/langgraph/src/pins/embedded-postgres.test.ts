import { summaryStoreSuite } from "@plimsoll/core/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedPostgres } from "../../../../test/savers/embedded-postgres.ts";
import { forkConformanceSuite } from "../testing/fork-conformance-suite.ts";
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

  forkConformanceSuite(
    { describe, it, expect },
    async () => {
      const [saver, reopened] = await postgres.openSavers(2);
      if (saver === undefined || reopened === undefined) throw new Error("no saver was opened");
      const pinned = withPinnedSummaries(saver);
      return {
        saver: pinned,
        copyThread: (from, to, options) => pinned.copyThread(from, to, options),
        reopen: async () => ({ saver: withPinnedSummaries(reopened) }),
      };
    },
    (id) => expect(id).toBe("none"),
  );
});
