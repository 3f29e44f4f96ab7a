import { describe, expect, it } from "vitest";
import { isContextEvent } from "./context-event.ts";

describe("isContextEvent", () => {
  it.each([
    "context.budget",
    "context.refused",
    "context.summarized",
    "context.summarizing.started",
    "context.summarizing.completed",
    "context.summarizing.failed",
    "context.summarizing.skipped",
    "context.listener_failed",
    "context.rewrite_failed",
    "context.observe_failed",
  ])("knows %s", (type) => {
    expect(isContextEvent({ type })).toBe(true);
  });

  it.each([
    [{ type: "context.loaded" }],
    [{ type: "toString" }],
    [{ type: 1 }],
    ["context.budget"],
    [null],
    [undefined],
  ])("leaves %j to whoever wrote it", (chunk) => {
    expect(isContextEvent(chunk)).toBe(false);
  });
});
