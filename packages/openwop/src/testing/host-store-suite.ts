import type { HostStore } from "../store/host-store.ts";
import { claimTests } from "./host-store-claims.ts";
import { documentTests } from "./host-store-documents.ts";
import { logTests } from "./host-store-logs.ts";
import { batchOf, emptyBatch, sampleClaim, sampleDocument, sampleEvents, sampleRun } from "./host-store-samples.ts";
import { runTests } from "./host-store-runs.ts";
import type { StoreTest } from "./store-test.ts";
import type { SuiteRunner } from "./suite-runner.ts";

/** How the suite gets its stores. */
export interface HostStoreFactory {
  /** Makes an empty store for each test. */
  readonly open: () => HostStore | Promise<HostStore>;
  /** Opens anew what a store that was closed has left, as a process does that starts; absent for stores that keep nothing. */
  readonly reopen?: (store: HostStore) => HostStore | Promise<HostStore>;
}

/** The contract of a {@link HostStore} as tests: register it in a test file of the implementation. */
export function hostStoreSuite({ describe, it, expect }: SuiteRunner, factory: HostStoreFactory): void {
  const test: StoreTest = (title, body) => {
    it(title, async () => {
      const store = await factory.open();
      await body(store);
      await store.close();
    });
  };
  describe("host store: runs", () => runTests(test, expect));
  describe("host store: logs", () => logTests(test, expect));
  describe("host store: documents", () => documentTests(test, expect));
  describe("host store: idempotency", () => claimTests(test, expect));
  const { reopen } = factory;
  if (reopen !== undefined) describe("host store: restart", () => restartTests(test, { expect, reopen }));
}

interface Restart {
  readonly expect: SuiteRunner["expect"];
  readonly reopen: NonNullable<HostStoreFactory["reopen"]>;
}

function restartTests(test: StoreTest, { expect, reopen }: Restart): void {
  test("keeps runs, logs, documents and answers", async (store) => {
    await store.createRun(sampleRun("run"), emptyBatch);
    await store.append("run", batchOf(sampleEvents("run", 0, 2), [sampleDocument("art")]));
    await store.claim(sampleClaim());
    await store.settle(sampleClaim(), { status: 201, body: { runId: "run" }, keepUntil: 9_000 });
    await store.close();
    const later = await reopen(store);
    expect(await later.readRun("run")).toEqual(sampleRun("run"));
    expect(await later.readEvents("run", -1)).toEqual(sampleEvents("run", 0, 2));
    expect(await later.readDocument("run", "artifact", "art")).toEqual(sampleDocument("art"));
    expect((await later.claim(sampleClaim())).kind).toEqual("answered");
    expect((await later.unfinishedRuns()).map(({ runId }) => runId)).toEqual(["run"]);
    await later.close();
  });

  test("goes on where the log ended", async (store) => {
    await store.createRun(sampleRun("run"), batchOf(sampleEvents("run", 0, 2)));
    await store.close();
    const later = await reopen(store);
    expect(await later.append("run", batchOf(sampleEvents("run", 1, 1)))).toEqual("conflict");
    expect(await later.append("run", batchOf(sampleEvents("run", 2, 1)))).toEqual("appended");
    expect((await later.readEvents("run", -1)).map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
    await later.close();
  });
}
