import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { charsCounter, leastExact } from "./token-counter.ts";

describe("charsCounter", () => {
  it("counts Unicode code points, a lone surrogate as one", () => {
    expect(charsCounter.count("añ😀\ud800!")).toBe(5);
    expect(charsCounter.count("\udc00\ud83d\ude00\ud83d")).toBe(3);
  });

  it("agrees with the iterator of strings on any sequence of units", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.integer({ min: 0, max: 0xffff }))),
        (units) => {
          const text = String.fromCharCode(...units);
          expect(charsCounter.count(text)).toBe([...text].length);
        },
      ),
    );
  });
});

describe("leastExact", () => {
  it("names the level that may most easily be under", () => {
    expect(leastExact([])).toBe("exact");
    expect(leastExact(["exact", "calibrated", "exact"])).toBe("calibrated");
    expect(leastExact(["sound", "conservative"])).toBe("conservative");
    expect(leastExact(["sound", "exact"])).toBe("sound");
  });
});
