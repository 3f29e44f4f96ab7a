import { connect } from "node:net";
import { summaryStoreSuite } from "@plimsoll/core/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { postgresSavers } from "../../../../test/savers/postgres-savers.ts";
import { artifactName, summaryRecord } from "../../../../test/savers/summary-record.ts";
import { validateSaver } from "../../../../test/savers/validate-saver.ts";
import { forkConformanceSuite } from "../testing/fork-conformance-suite.ts";
import { createSaverSummaryStore } from "./saver-summary-store.ts";
import { withPinnedSummaries } from "./with-pinned-summaries.ts";

const isReachable = await new Promise<boolean>((resolve) => {
  const socket = connect({ host: "127.0.0.1", port: 5432, timeout: 1_000 });
  const answer = (reachable: boolean) => {
    socket.destroy();
    resolve(reachable);
  };
  socket.once("connect", () => answer(true));
  socket.once("error", () => answer(false));
  socket.once("timeout", () => answer(false));
});

const connection = "postgres://postgres@127.0.0.1:5432/postgres";
const title = "PostgresSaver on the PostgreSQL of this machine";
if (!isReachable) it.skip(`${title}: nothing answers at 127.0.0.1:5432`, () => {});

describe.runIf(isReachable)(title, () => {
  const postgres = postgresSavers(connection);
  afterEach(() => postgres.closeSavers());

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

  it("gives eight writers at once one winner", async () => {
    const stores = (await postgres.openSavers(8)).map(createSaverSummaryStore);
    const put = stores.map((store, index) => store.put("one", summaryRecord({ text: `writer ${index}` })));
    const texts = (await Promise.all(put)).map(({ text }) => text);
    expect(new Set(texts).size).toBe(1);
    for (const store of stores) expect((await store.get("one", artifactName(1)))?.text).toBe(texts[0]);
    expect(await stores[0]?.list("one")).toHaveLength(1);
  });
});

describe.runIf(isReachable)(`validation: ${title}`, () => {
  const postgres = postgresSavers(connection);
  validateSaver({
    name: "@langchain/langgraph-checkpoint-postgres",
    open: async () => withPinnedSummaries(await postgres.openSaver()),
  });
  afterAll(() => postgres.closeSavers());
});
