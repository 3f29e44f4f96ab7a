import { pureDigest } from "./digest.ts";
import type { ArtifactId, SummaryRecord, SummaryStore } from "./summary-record.ts";

/** What the suite asks of a test runner; vitest, jest and node:test with an `expect` all have it. */
export interface SuiteRunner {
  describe(title: string, body: () => void): unknown;
  it(title: string, body: () => Promise<void>): unknown;
  expect(actual: unknown): { toEqual(expected: unknown): unknown };
}

/**
 * The contract of a {@link SummaryStore} as tests: register it in a test file of the implementation.
 *
 * @param createStore Makes an empty store for each test.
 */
export function summaryStoreSuite(
  { describe, it, expect }: SuiteRunner,
  createStore: () => SummaryStore | Promise<SummaryStore>,
): void {
  const fresh: FreshTest = (title, body) => {
    it(title, async () => body(await createStore()));
  };
  describe("summary store: putting and getting", () => putsAndGets(fresh, expect));
  describe("summary store: scopes and lists", () => scopesAndLists(fresh, expect));
}

type FreshTest = (title: string, body: (store: SummaryStore) => Promise<void>) => void;

function putsAndGets(fresh: FreshTest, expect: SuiteRunner["expect"]): void {
  fresh("knows no record that was not put", async (store) => {
    expect(await store.get("thread", nameOf(1))).toEqual(undefined);
    expect(await store.list("thread")).toEqual([]);
  });

  fresh("resolves a put to the stored record, and gets the same", async (store) => {
    const record = recordOf(1);
    expect(await store.put("thread", record)).toEqual(record);
    expect(await store.get("thread", record.artifactId)).toEqual(record);
  });

  fresh("takes the same record again without a second copy", async (store) => {
    await store.put("thread", recordOf(1));
    expect(await store.put("thread", recordOf(1))).toEqual(recordOf(1));
    expect(await store.list("thread")).toEqual([referenceOf(recordOf(1))]);
  });

  fresh("keeps the first writer's record and gives it to the second", async (store) => {
    const first = recordOf(1);
    await store.put("thread", first);
    expect(await store.put("thread", recordOf(1, "another text"))).toEqual(first);
    expect(await store.get("thread", first.artifactId)).toEqual(first);
  });

  fresh("gives all of several writers at once the same winner", async (store) => {
    const texts = ["one", "two", "three", "four", "five", "six"];
    const winners = await Promise.all(texts.map((text) => store.put("thread", recordOf(1, text))));
    const stored = await store.get("thread", nameOf(1));
    expect(texts.includes(stored?.text ?? "")).toEqual(true);
    expect(winners).toEqual(texts.map(() => stored));
  });

  fresh("returns every text byte for byte", async (store) => {
    const texts = ["👩‍👩‍👧‍👦 é e\u0301 \u202e", "a\u0000b\u001f\u007f", '"\\n" $& \r\n\t', " ", "line\n".repeat(40_000)];
    for (const [index, text] of texts.entries()) {
      await store.put("thread", recordOf(index, text));
      expect((await store.get("thread", nameOf(index)))?.text).toEqual(text);
    }
  });
}

function scopesAndLists(fresh: FreshTest, expect: SuiteRunner["expect"]): void {
  fresh("shares nothing between scopes, whatever their names", async (store) => {
    const scopes = ["thread", "thread 2", "", "thread/2", "THREAD", "thread:2|x"];
    for (const [index, scope] of scopes.entries()) await store.put(scope, recordOf(1, `text ${index}`));
    for (const [index, scope] of scopes.entries()) {
      expect((await store.get(scope, nameOf(1)))?.text).toEqual(`text ${index}`);
      expect((await store.list(scope)).length).toEqual(1);
    }
  });

  fresh("lists references by ordinal, then by name, whatever the order of the puts", async (store) => {
    const records = [recordOf(5), recordOf(2), { ...recordOf(9), ordinal: 2 }, recordOf(1)];
    for (const record of records) await store.put("thread", record);
    const expected = [recordOf(1), recordOf(2), { ...recordOf(9), ordinal: 2 }, recordOf(5)].map(referenceOf);
    expect(await store.list("thread")).toEqual(expected);
  });

  fresh("is not changed by what callers do to records they put or got", async (store) => {
    const mine = { ...recordOf(1), replacedMessageIds: ["a", null] };
    const before = structuredCopy(mine);
    await store.put("thread", mine);
    mine.replacedMessageIds.push("b");
    tamper(await store.get("thread", mine.artifactId));
    tamper((await store.list("thread"))[0]);
    expect(await store.get("thread", mine.artifactId)).toEqual(before);
    expect(await store.list("thread")).toEqual([referenceOf(before)]);
  });
}

function nameOf(number: number): ArtifactId {
  return `ctxsum_${String(number).padStart(24, "0")}`;
}

function recordOf(number: number, text = `text of ${number}`): SummaryRecord {
  return {
    version: 1,
    artifactId: nameOf(number),
    namespace: "agent|worker",
    policyDigest: pureDigest.sha256("policy"),
    inputDigest: pureDigest.sha256(`input ${number}`),
    turnCount: number + 1,
    ordinal: number,
    text,
    textSha256: pureDigest.sha256(text),
    replacedMessageIds: ["m1", null, "m2"],
    uncoveredMessageIds: [null],
    iteration: 3,
    strategy: "recursive",
    summarizer: { id: "suite", version: "1" },
    counter: { id: "words", version: "1" },
    tokensBefore: 900,
    tokensAfter: 90,
    usage: { inputTokens: 800, outputTokens: 80 },
    previous: number === 0 ? null : nameOf(number - 1),
  };
}

function referenceOf(record: SummaryRecord): unknown {
  const { artifactId, namespace, policyDigest, inputDigest, turnCount, ordinal } = record;
  return { artifactId, namespace, policyDigest, inputDigest, turnCount, ordinal };
}

function structuredCopy(record: SummaryRecord): SummaryRecord {
  return JSON.parse(JSON.stringify(record)) as SummaryRecord;
}

/** A frozen record refuses, which is as good as a copy. */
function tamper(value: object | undefined): void {
  if (value !== undefined) for (const key of Object.keys(value)) Reflect.set(value, key, "tampered");
}
