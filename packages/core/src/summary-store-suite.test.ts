import { describe, expect, it } from "vitest";
import type { SummaryRecord, SummaryReference, SummaryStore } from "./summary-record.ts";
import { summaryStoreSuite } from "./summary-store-suite.ts";

interface Faults {
  readonly lastWriterWins?: true;
  readonly oneScope?: true;
  readonly keepsTheObject?: true;
  readonly unordered?: true;
  readonly answersOwnRecord?: true;
  readonly cutsAtNul?: true;
}

function storeWith(faults: Faults): SummaryStore {
  const records = new Map<string, SummaryRecord>();
  const keyOf = (scope: string, name: string): string => JSON.stringify([faults.oneScope ? "" : scope, name]);
  const copy = <T>(value: T): T => (faults.keepsTheObject ? value : structuredClone(value));
  const cut = (text: string): string => (faults.cutsAtNul ? (text.split("\0")[0] ?? "") : text);
  return {
    get: async (scope, name) => copy(records.get(keyOf(scope, name))),
    put: async (scope, record) => {
      const key = keyOf(scope, record.artifactId);
      const known = records.get(key);
      if (known === undefined || faults.lastWriterWins) records.set(key, { ...copy(record), text: cut(record.text) });
      return faults.answersOwnRecord ? record : copy(records.get(key) ?? record);
    },
    list: async (scope) => {
      const prefix = keyOf(scope, "").slice(0, -3);
      const found = [...records]
        .filter(([key]) => key.startsWith(`${prefix}"`))
        .map(([, record]) => referenceOf(record));
      return faults.unordered ? found : found.sort(byPlace);
    },
  };
}

function referenceOf(record: SummaryRecord): SummaryReference {
  const { artifactId, namespace, policyDigest, inputDigest, turnCount, ordinal } = record;
  return { artifactId, namespace, policyDigest, inputDigest, turnCount, ordinal };
}

function byPlace(left: SummaryReference, right: SummaryReference): number {
  return left.ordinal - right.ordinal || (left.artifactId < right.artifactId ? -1 : 1);
}

/** Titles of the suite's tests that fail for such a store. */
async function failuresOf(faults: Faults): Promise<readonly string[]> {
  const tests: { readonly title: string; readonly body: () => Promise<void> }[] = [];
  const runner = {
    describe: (_title: string, body: () => void) => body(),
    it: (title: string, body: () => Promise<void>) => tests.push({ title, body }),
    expect,
  };
  summaryStoreSuite(runner, () => storeWith(faults));
  const results = await Promise.allSettled(tests.map(({ body }) => body()));
  return tests.flatMap(({ title }, index) => (results[index]?.status === "rejected" ? [title] : []));
}

describe("summaryStoreSuite", () => {
  it("passes a store that keeps the contract", async () => {
    expect(await failuresOf({})).toEqual([]);
  });

  it.each([
    [{ lastWriterWins: true }, "keeps the first writer's record and gives it to the second"],
    [{ answersOwnRecord: true }, "gives all of several writers at once the same winner"],
    [{ oneScope: true }, "shares nothing between scopes, whatever their names"],
    [{ keepsTheObject: true }, "is not changed by what callers do to records they put or got"],
    [{ unordered: true }, "lists references by ordinal, then by name, whatever the order of the puts"],
    [{ cutsAtNul: true }, "returns every text byte for byte"],
  ] as const)("fails a store with %j", async (faults, title) => {
    expect(await failuresOf(faults)).toContain(title);
  });
});
