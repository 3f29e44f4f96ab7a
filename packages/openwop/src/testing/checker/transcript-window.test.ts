import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLog, parseWindow } from "./transcript-window.ts";

const window = {
  tokenCounter: "chars",
  tokenCount: 3,
  eventIds: ["event"],
  summarizedRanges: [{ summaryRef: "art", replacedTurns: ["gone"] }],
  entries: [{ eventId: "event", rendered: "abc" }],
};

describe("parseWindow", () => {
  it("reads a window, with or without what is optional", () => {
    const { entries: _entries, summarizedRanges: _ranges, ...bare } = window;
    expect(parseWindow(window)).toEqual(window);
    expect(parseWindow(bare)).toEqual({ ...bare, summarizedRanges: [] });
  });

  it.each([
    ["no unit", { ...window, tokenCounter: undefined }],
    ["a count in words", { ...window, tokenCount: "3" }],
    ["an id that is none", { ...window, eventIds: [1] }],
    ["a range without a reference", { ...window, summarizedRanges: [{ replacedTurns: [] }] }],
    ["a range without turns", { ...window, summarizedRanges: [{ summaryRef: "art" }] }],
    ["an entry without text", { ...window, entries: [{ eventId: "event" }] }],
    ["entries that are no list", { ...window, entries: {} }],
  ])("reads none with %s", (_what, body) => {
    expect(parseWindow(body)).toBeUndefined();
  });

  it("survives any body", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        parseWindow(body);
        parseLog(body);
        parseLog({ events: body });
      }),
    );
  });
});
