import type { RunEvent } from "../log/run-event.ts";
import { batchOf, emptyBatch, sampleDocument, sampleEvents, sampleRun } from "./host-store-samples.ts";
import type { StoreTest } from "./store-test.ts";
import type { SuiteRunner } from "./suite-runner.ts";

const sequences = (events: readonly RunEvent[]) => events.map(({ sequence }) => sequence);
const never = new AbortController().signal;

export function logTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  appendTests(test, expect);
  apartTests(test, expect);
  waitTests(test, expect);
}

function appendTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  test("gives events back word for word, in order, after any sequence", async (store) => {
    const events = sampleEvents("run", 0, 5);
    await store.createRun(sampleRun("run"), emptyBatch);
    await store.append("run", batchOf(events.slice(0, 2)));
    await store.append("run", batchOf(events.slice(2)));
    expect(await store.readEvents("run", -1)).toEqual(events);
    expect(sequences(await store.readEvents("run", 0))).toEqual([1, 2, 3, 4]);
    expect(sequences(await store.readEvents("run", 3))).toEqual([4]);
    expect(await store.readEvents("run", 4)).toEqual([]);
    expect(await store.readEvents("run", 99)).toEqual([]);
  });

  test("refuses a batch that leaves a gap or overlaps, and writes none of it", async (store) => {
    await store.createRun(sampleRun("run"), batchOf(sampleEvents("run", 0, 2)));
    for (const first of [0, 1, 3]) {
      const batch = batchOf(sampleEvents("run", first, 2), [sampleDocument("art")]);
      expect(await store.append("run", batch)).toEqual("conflict");
    }
    expect(sequences(await store.readEvents("run", -1))).toEqual([0, 1]);
    expect(await store.readDocument("run", "artifact", "art")).toEqual(undefined);
  });

  test("lets one of several writers at once win", async (store) => {
    await store.createRun(sampleRun("run"), emptyBatch);
    const writers = Array.from({ length: 8 }, (_, index) =>
      store.append("run", batchOf(sampleEvents("run", 0, 1), [sampleDocument(`art-${index}`)])),
    );
    const results = await Promise.all(writers);
    expect(results.filter((result) => result === "appended").length).toEqual(1);
    expect(sequences(await store.readEvents("run", -1))).toEqual([0]);
    expect((await store.listDocuments("run", "artifact")).length).toEqual(1);
  });
}

function apartTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  test("keeps the logs of runs apart", async (store) => {
    for (const id of ["run", "run2", "RUN"]) await store.createRun(sampleRun(id), emptyBatch);
    await store.append("run", batchOf(sampleEvents("run", 0, 2)));
    expect((await store.readEvents("run2", -1)).length).toEqual(0);
    expect((await store.readEvents("RUN", -1)).length).toEqual(0);
  });

  test("takes documents without events at the end of the log only", async (store) => {
    await store.createRun(sampleRun("run"), batchOf(sampleEvents("run", 0, 2)));
    const late = { firstSequence: 1, events: [], documents: [sampleDocument("late")] };
    expect(await store.append("run", late)).toEqual("conflict");
    expect(await store.append("run", { ...late, firstSequence: 2 })).toEqual("appended");
    expect((await store.readDocument("run", "artifact", "late"))?.key).toEqual("late");
  });

  test("cannot be changed through what it was given or gave", async (store) => {
    const given = { ...sampleRun("run"), tags: ["a tag"] };
    await store.createRun(given, emptyBatch);
    given.tags.push("another");
    expect((await store.readRun("run"))?.tags).toEqual(["a tag"]);
  });
}

function waitTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  test("wakes who waits for events when there are some", async (store) => {
    await store.createRun(sampleRun("run"), batchOf(sampleEvents("run", 0, 1)));
    const waiting = store.waitForEvents("run", 0, { timeoutMs: 60_000, signal: never });
    await store.append("run", batchOf(sampleEvents("run", 1, 1)));
    await waiting;
    expect(sequences(await store.readEvents("run", 0))).toEqual([1]);
  });

  test("does not let wait for events that are there, nor beyond the time or the signal", async (store) => {
    await store.createRun(sampleRun("run"), batchOf(sampleEvents("run", 0, 2)));
    await store.waitForEvents("run", 0, { timeoutMs: 60_000, signal: never });
    await store.waitForEvents("run", 1, { timeoutMs: 1, signal: never });
    await store.waitForEvents("run", 1, { timeoutMs: 60_000, signal: AbortSignal.abort() });
    const aborter = new AbortController();
    const waiting = store.waitForEvents("run", 1, { timeoutMs: 60_000, signal: aborter.signal });
    aborter.abort();
    await waiting;
    expect(sequences(await store.readEvents("run", -1))).toEqual([0, 1]);
  });

  test("lets nobody wait for a store that closes", async (store) => {
    await store.createRun(sampleRun("run"), emptyBatch);
    const waiting = store.waitForEvents("run", -1, { timeoutMs: 60_000, signal: never });
    await store.close();
    expect(await waiting).toEqual(undefined);
  });
}
