import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendGuard, passGuard } from "./plain-guard.ts";

function guardOf(value: unknown): readonly unknown[] {
  const guard: unknown[] = [];
  appendGuard(guard, value);
  return guard;
}

describe("a plain guard", () => {
  it("is passed by equal values and by no others, whatever they are", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (left, right) => {
        const guard = guardOf(left);
        expect(passGuard(guard, 0, structuredClone(left))).toBe(guard.length);
        expect(passGuard(guard, 0, right) === guard.length).toBe(JSON.stringify(left) === JSON.stringify(right));
      }),
    );
  });

  it.each([
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: undefined }, {}],
    [[], {}],
    [[1, 2], [1]],
    [{ a: [1, { b: "x" }] }, { a: [1, { b: "y" }] }],
    ["1", 1],
  ])("tells %j from %j", (left, right) => {
    expect(passGuard(guardOf(left), 0, right)).toBe(-1);
    expect(passGuard(guardOf(right), 0, left)).toBe(-1);
  });

  it("ends on cycles, however many", () => {
    const value: Record<string, unknown> = { name: "x" };
    value["left"] = value;
    value["right"] = value;
    const guard = guardOf(value);
    expect(passGuard(guard, 0, value)).toBe(guard.length);
    value["name"] = "y";
    expect(passGuard(guard, 0, value)).toBe(-1);
  });
});
