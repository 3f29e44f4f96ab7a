import { batchOf, emptyBatch, lastEvent, sampleDocument, sampleEvents, sampleRun } from "./host-store-samples.ts";
import type { StoreTest } from "./store-test.ts";
import type { SuiteRunner } from "./suite-runner.ts";

export function runTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  createTests(test, expect);
  listTests(test, expect);
}

function createTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  test("knows no run that was not created", async (store) => {
    expect(await store.readRun("run")).toEqual(undefined);
    expect(await store.readEvents("run", -1)).toEqual([]);
    expect(await store.readDocument("run", "artifact", "art")).toEqual(undefined);
    expect(await store.append("run", batchOf(sampleEvents("run", 0, 1)))).toEqual("conflict");
    expect(await store.readRun("run")).toEqual(undefined);
  });

  test("gives a run back as it was created", async (store) => {
    const run = sampleRun("run", {
      inputs: { nested: { list: [1, null, "é 👩‍👩‍👧"], __proto__key: true } },
      fork: { sourceRunId: "source", fromSeq: 3, mode: "replay" },
      parentRunId: "parent",
    });
    await store.createRun(run, emptyBatch);
    expect(await store.readRun("run")).toEqual(run);
  });

  test("creates a run with the first part of its log, or not at all", async (store) => {
    await store.createRun(sampleRun("run"), batchOf(sampleEvents("run", 0, 3), [sampleDocument("art")]));
    expect((await store.readEvents("run", -1)).length).toEqual(3);
    expect((await store.readDocument("run", "artifact", "art"))?.key).toEqual("art");
    const again = store.createRun(sampleRun("run", { tenant: "tenant-b" }), batchOf(sampleEvents("run", 0, 1)));
    expect(
      await again.then(
        () => "created",
        () => "rejected",
      ),
    ).toEqual("rejected");
    expect((await store.readRun("run"))?.tenant).toEqual("tenant-a");
    expect((await store.readEvents("run", -1)).length).toEqual(3);
  });
}

function listTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  test("lists the runs of one tenant, newest first, page by page", async (store) => {
    for (const id of ["1", "2", "3", "4", "5"]) await store.createRun(sampleRun(id), emptyBatch);
    await store.createRun(sampleRun("other", { tenant: "tenant-b" }), emptyBatch);
    const first = await store.listRuns("tenant-a", { limit: 2 });
    expect(first?.runs.map(({ runId }) => runId)).toEqual(["5", "4"]);
    const second = await store.listRuns("tenant-a", { limit: 2, cursor: first?.next ?? "" });
    expect(second?.runs.map(({ runId }) => runId)).toEqual(["3", "2"]);
    const third = await store.listRuns("tenant-a", { limit: 2, cursor: second?.next ?? "" });
    expect([third?.runs.map(({ runId }) => runId), third?.next]).toEqual([["1"], undefined]);
  });

  test("keeps a page where it is while runs are added", async (store) => {
    for (const id of ["1", "2", "3"]) await store.createRun(sampleRun(id), emptyBatch);
    const first = await store.listRuns("tenant-a", { limit: 2 });
    await store.createRun(sampleRun("4"), emptyBatch);
    const second = await store.listRuns("tenant-a", { limit: 2, cursor: first?.next ?? "" });
    expect(second?.runs.map(({ runId }) => runId)).toEqual(["1"]);
  });

  test("knows a cursor that is none of the tenant's", async (store) => {
    await store.createRun(sampleRun("other", { tenant: "tenant-b" }), emptyBatch);
    expect(await store.listRuns("tenant-a", { limit: 2, cursor: "other" })).toEqual(undefined);
    expect(await store.listRuns("tenant-a", { limit: 2, cursor: "" })).toEqual(undefined);
    expect(await store.listRuns("tenant-a", { limit: 2 })).toEqual({ runs: [], next: undefined });
  });

  test("names the runs that have not ended, oldest first", async (store) => {
    for (const id of ["1", "2", "3"]) await store.createRun(sampleRun(id), emptyBatch);
    await store.append("2", batchOf([...sampleEvents("2", 0, 1), lastEvent("2", 1)]));
    await store.createRun(sampleRun("4"), batchOf([...sampleEvents("4", 0, 1), lastEvent("4", 1)]));
    expect((await store.unfinishedRuns()).map(({ runId }) => runId)).toEqual(["1", "3"]);
  });
}
