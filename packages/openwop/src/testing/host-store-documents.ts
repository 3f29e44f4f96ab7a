import { batchOf, emptyBatch, sampleDocument, sampleEvents, sampleRun } from "./host-store-samples.ts";
import type { StoreTest } from "./store-test.ts";
import type { SuiteRunner } from "./suite-runner.ts";

export function documentTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  nameTests(test, expect);
  orderTests(test, expect);
}

function nameTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  test("gives a document back word for word, whatever its text", async (store) => {
    const texts = [
      "👩‍👩‍👧‍👦 é e\u0301 \u202e",
      "a\u0000b\u001f\u007f",
      '"\\n" $& \r\n\t',
      "\ud800 alone",
      "",
      "line\n".repeat(40_000),
    ];
    const documents = texts.map((value, index) => sampleDocument(`event-${index}`, { kind: "text", value }));
    await store.createRun(sampleRun("run"), batchOf(sampleEvents("run", 0, 1), documents));
    for (const document of documents) {
      expect(await store.readDocument("run", "text", document.key)).toEqual(document);
    }
  });

  test("keeps kinds, keys and runs apart", async (store) => {
    const names = [
      ["run", "window", "1"],
      ["run", "answer", "1"],
      ["run", "window", "1 "],
      ["run2", "window", "1"],
    ] as const;
    for (const id of ["run", "run2"]) await store.createRun(sampleRun(id), emptyBatch);
    for (const [index, [runId, kind, key]] of names.entries()) {
      const document = sampleDocument(key, { kind, value: index, sequence: -1 });
      await store.append(runId, { firstSequence: 0, events: [], documents: [document] });
    }
    for (const [index, [runId, kind, key]] of names.entries()) {
      expect((await store.readDocument(runId, kind, key))?.value).toEqual(index);
    }
  });
}

function orderTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  test("keeps the first of two documents of one name", async (store) => {
    await store.createRun(sampleRun("run"), emptyBatch);
    for (const value of ["first", "second"]) {
      const documents = [sampleDocument("art", { value, sequence: -1 })];
      expect(await store.append("run", { firstSequence: 0, events: [], documents })).toEqual("appended");
    }
    expect((await store.readDocument("run", "artifact", "art"))?.value).toEqual("first");
  });

  test("lists the documents of a kind in the order in which they were written", async (store) => {
    await store.createRun(sampleRun("run"), emptyBatch);
    for (const key of ["10", "9", "a", "B"]) {
      const documents = [sampleDocument(key, { sequence: -1 }), sampleDocument(key, { kind: "window", sequence: -1 })];
      await store.append("run", { firstSequence: 0, events: [], documents });
    }
    expect((await store.listDocuments("run", "artifact")).map(({ key }) => key)).toEqual(["10", "9", "a", "B"]);
    expect(await store.listDocuments("run", "answer")).toEqual([]);
    expect(await store.listDocuments("none", "artifact")).toEqual([]);
  });

  test("deletes an artifact and nothing else", async (store) => {
    const documents = [sampleDocument("art"), sampleDocument("art", { kind: "window" }), sampleDocument("art-2")];
    await store.createRun(sampleRun("run"), batchOf(sampleEvents("run", 0, 1), documents));
    await store.createRun(sampleRun("run2"), batchOf(sampleEvents("run2", 0, 1), documents));
    expect(await store.deleteArtifact("run", "art")).toEqual(true);
    expect(await store.deleteArtifact("run", "art")).toEqual(false);
    expect(await store.deleteArtifact("none", "art")).toEqual(false);
    expect(await store.readDocument("run", "artifact", "art")).toEqual(undefined);
    expect((await store.readDocument("run", "window", "art"))?.key).toEqual("art");
    expect((await store.readDocument("run", "artifact", "art-2"))?.key).toEqual("art-2");
    expect((await store.readDocument("run2", "artifact", "art"))?.key).toEqual("art");
  });
}
