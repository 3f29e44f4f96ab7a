import { describe, expect, it } from "vitest";
import { createContentMemo } from "./content-memo.ts";
import { pureDigest } from "./digest.ts";

describe("the content memo", () => {
  it("notices every kind of edit in place", () => {
    const memo = createContentMemo();
    const content = { role: "user", parts: [{ text: "a" }, { json: { deep: [1, { x: 2 }] } }] as { text?: string; json?: { deep: unknown[] } }[] };
    const hash = (): string => memo.record(content, pureDigest, (value) => JSON.stringify(value)).sha256;
    const seen = [hash()];
    content.role = "tool";
    seen.push(hash());
    const deep = content.parts[1]?.json?.deep as [number, { x: number }];
    deep[1].x = 3;
    seen.push(hash());
    content.parts.push({ text: "b" });
    seen.push(hash());
    content.parts.reverse();
    seen.push(hash());
    expect(new Set(seen).size).toBe(5);
    expect(hash()).toBe(seen.at(-1));
  });

  it("forgets the costs that were used longest ago beyond its bound", () => {
    const memo = createContentMemo(2);
    const counts: string[] = [];
    const cost = (name: string): number =>
      memo.cost(memo.record({ name }, pureDigest, (value) => JSON.stringify(value)), "rules", () => (counts.push(name), { tokens: name.length, exactness: "exact" }))
        .tokens;
    for (const name of ["a", "bb", "a", "ccc", "a", "bb"]) expect(cost(name)).toBe(name.length);
    expect(counts).toEqual(["a", "bb", "ccc", "bb"]);
  });

  it("counts again when rules or counter change", () => {
    const memo = createContentMemo();
    const record = memo.record({ text: "x" }, pureDigest, () => "x");
    expect(memo.cost(record, "one", () => ({ tokens: 1, exactness: "exact" })).tokens).toBe(1);
    expect(memo.cost(record, "two", () => ({ tokens: 2, exactness: "exact" })).tokens).toBe(2);
    expect(memo.cost(record, "one", () => ({ tokens: 9, exactness: "exact" })).tokens).toBe(1);
  });
});
