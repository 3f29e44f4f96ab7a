import { describe, expect, it } from "vitest";
import { findPlimsollError, isPlimsollError, PlimsollError } from "./errors.ts";

const refused = new PlimsollError("context_budget_exceeded", "too much", { details: { shortBy: 3 } });

describe("PlimsollError", () => {
  it("is found behind errors that wrap it", () => {
    const wrapped = new Error("agent failed", { cause: new TypeError("node failed", { cause: refused }) });
    expect(findPlimsollError(wrapped)).toBe(refused);
    expect(isPlimsollError(wrapped, "context_budget_exceeded")).toBe(true);
    expect(isPlimsollError(wrapped, "internal")).toBe(false);
  });

  it("is known across two copies of the package", () => {
    const copy = Object.assign(new Error("[internal] other copy"), {
      [Symbol.for("plimsoll.error")]: true,
      code: "internal",
    });
    expect(PlimsollError.isInstance(copy)).toBe(true);
  });

  it("is not found where it is not, cycles included", () => {
    const loop: Error & { cause?: unknown } = new Error("loop");
    loop.cause = loop;
    for (const other of [loop, new Error("x"), null, undefined, "context_budget_exceeded"])
      expect(isPlimsollError(other)).toBe(false);
  });
});
