import { describe, expect, it } from "vitest";
import { createContentMemo } from "./content-memo.ts";
import type { OutboundRequest, Segment } from "./outbound-request.ts";
import { deepFreeze, messageSegment, requestOf, toolSegment } from "./testing.ts";
import { createUsageAnchor } from "./usage-anchor.ts";

const segments: readonly Segment[] = [
  messageSegment("system", "be brief"),
  toolSegment("search", 3),
  messageSegment("task", "find it"),
];
const request = requestOf(segments, { settings: { tool_choice: "auto", temperature: 0 } });

function fingerprintOf(changed: OutboundRequest): string {
  return createUsageAnchor(deepFreeze(changed), 1).prefixFingerprint;
}

function numbered(name: string): OutboundRequest {
  return requestOf([{ type: "tool", kind: "tools", tool: { name, autoNumbered: true } }]);
}

describe("createUsageAnchor", () => {
  it("is plain data that survives JSON", () => {
    const anchor = createUsageAnchor(deepFreeze(request), 42);
    expect(anchor).toMatchObject({ segments: 3, inputTokens: 42 });
    expect(JSON.parse(JSON.stringify(anchor))).toEqual(anchor);
  });

  it("keeps its fingerprint from release to release, because anchors are stored", () => {
    expect(fingerprintOf(request)).toBe("sha256:5213332a7af5559051705f17802064b59dfbe2bbd254988ec0753f6064572a11");
  });

  it("gives the same anchor with a memo as without", () => {
    expect(createUsageAnchor(request, 42, { memo: createContentMemo() })).toEqual(createUsageAnchor(request, 42));
  });

  it.each<[string, OutboundRequest]>([
    ["kind", requestOf(segments.with(2, messageSegment("history", "find it")), { settings: request.settings })],
    ["window", { ...request, contextWindow: 9_000 }],
    ["reservations", { ...request, reservations: { output: 7 } }],
    ["order of settings", { ...request, settings: { temperature: 0, tool_choice: "auto" } }],
    [
      "slot",
      {
        ...request,
        segments: segments.with(2, { ...messageSegment("task", "find it"), origin: { slot: "steering" } }),
      },
    ],
  ])("does not depend on the %s", (_, changed) => {
    expect(fingerprintOf(changed)).toBe(fingerprintOf(request));
  });

  it.each<[string, OutboundRequest]>([
    ["surface", { ...request, surface: "anthropic" }],
    ["model", { ...request, modelId: "test-model-2" }],
    ["settings", { ...request, settings: { tool_choice: "none", temperature: 0 } }],
    ["text", { ...request, segments: segments.with(2, messageSegment("task", "find it.")) }],
    ["role", { ...request, segments: segments.with(2, messageSegment("task", "find it", "assistant")) }],
    ["tools", { ...request, segments: segments.with(1, toolSegment("search", 4)) }],
    ["order", { ...request, segments: segments.toReversed() }],
    ["number of segments", { ...request, segments: segments.slice(0, 2) }],
  ])("depends on the %s", (_, changed) => {
    expect(fingerprintOf(changed)).not.toBe(fingerprintOf(request));
  });

  it("takes an auto-numbered tool for the same while its number has as many digits, and so as many tokens", () => {
    expect(fingerprintOf(numbered("extract-7"))).toBe(fingerprintOf(numbered("extract-8")));
    expect(fingerprintOf(numbered("extract-9"))).not.toBe(fingerprintOf(numbered("extract-10")));
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("refuses %d input tokens", (inputTokens) => {
    expect(() => createUsageAnchor(request, inputTokens)).toThrow(/\[invalid_options\] inputTokens is/);
  });
});
