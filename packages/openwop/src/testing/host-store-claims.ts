import type { StoredResponse } from "../store/host-store.ts";
import { sampleClaim } from "./host-store-samples.ts";
import type { StoreTest } from "./store-test.ts";
import type { SuiteRunner } from "./suite-runner.ts";

const response: StoredResponse = { status: 201, body: { runId: "run", list: [1, null] }, keepUntil: 5_000 };

export function claimTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  answeredTests(test, expect);
  leaseTests(test, expect);
}

function answeredTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  test("lets one of several at once work, and the others know", async (store) => {
    const results = await Promise.all(Array.from({ length: 8 }, () => store.claim(sampleClaim())));
    expect(results.map(({ kind }) => kind).sort()).toEqual(["claimed", ...Array(7).fill("in-flight")]);
  });

  test("gives the kept answer to the same request, and tells another body apart", async (store) => {
    await store.claim(sampleClaim());
    expect(await store.claim(sampleClaim({ digest: "another" }))).toEqual({ kind: "mismatch" });
    await store.settle(sampleClaim(), response);
    expect(await store.claim(sampleClaim({ now: 4_999 }))).toEqual({ kind: "answered", response });
    expect(await store.claim(sampleClaim({ digest: "another" }))).toEqual({ kind: "mismatch" });
  });

  test("forgets an answer when its time is over", async (store) => {
    await store.claim(sampleClaim());
    await store.settle(sampleClaim(), response);
    expect(await store.claim(sampleClaim({ now: 5_000, leaseUntil: 6_000, digest: "another" }))).toEqual({
      kind: "claimed",
    });
  });

  test("keeps scopes and keys apart", async (store) => {
    await store.claim(sampleClaim());
    for (const other of [{ scope: "tenant-b create" }, { key: "key2" }, { scope: "tenant-a", key: "create key" }]) {
      expect(await store.claim(sampleClaim(other))).toEqual({ kind: "claimed" });
    }
  });
}

function leaseTests(test: StoreTest, expect: SuiteRunner["expect"]): void {
  test("lets a released request be made again", async (store) => {
    await store.claim(sampleClaim());
    await store.release(sampleClaim());
    expect(await store.claim(sampleClaim({ digest: "another" }))).toEqual({ kind: "claimed" });
  });

  test("does not forget an answer when it is released", async (store) => {
    await store.claim(sampleClaim());
    await store.settle(sampleClaim(), response);
    await store.release(sampleClaim());
    expect((await store.claim(sampleClaim())).kind).toEqual("answered");
  });

  test("lets another take over from one that died, and ignores the first from then on", async (store) => {
    await store.claim(sampleClaim());
    const second = sampleClaim({ now: 2_000, leaseUntil: 3_000, digest: "another" });
    expect(await store.claim(second)).toEqual({ kind: "claimed" });
    await store.settle(sampleClaim(), response);
    await store.release(sampleClaim());
    expect(await store.claim({ ...second, now: 2_500 })).toEqual({ kind: "in-flight" });
    await store.settle(second, response);
    expect((await store.claim({ ...second, now: 2_500 })).kind).toEqual("answered");
  });
}
