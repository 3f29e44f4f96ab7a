import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startDeadline } from "./deadline.ts";

describe("startDeadline", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("ends when its time is over", async () => {
    const deadline = startDeadline(2_000, undefined);
    vi.advanceTimersByTime(1_999);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect([deadline.signal.aborted, await deadline.interrupted]).toEqual([true, "timed-out"]);
  });

  it("ends with the caller's signal, also where that came first", async () => {
    const caller = new AbortController();
    const deadline = startDeadline(2_000, caller.signal);
    caller.abort();
    expect([deadline.signal.aborted, await deadline.interrupted]).toEqual([true, "aborted"]);
    expect(await startDeadline(2_000, caller.signal).interrupted).toBe("aborted");
  });

  it("leaves no timer and no listener behind, and what is under way ends", () => {
    const caller = new AbortController();
    const deadline = startDeadline(2_000, caller.signal);
    expect(getEventListeners(caller.signal, "abort")).toHaveLength(1);
    deadline.close();
    expect([vi.getTimerCount(), getEventListeners(caller.signal, "abort").length]).toEqual([0, 0]);
    expect(deadline.signal.aborted).toBe(true);
  });
});
