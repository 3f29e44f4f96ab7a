import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { compileOutboundRequestBudget } from "./compile-outbound-request-budget.ts";
import { createContentMemo } from "./content-memo.ts";
import { nodeDigest } from "./node.ts";
import type { OutboundRequest, Segment } from "./outbound-request.ts";
import { messageSegment, requestOf, textOnlyRules, wordCounter } from "./testing.ts";
import type { TokenCounter } from "./token-counter.ts";

function fingerprint(request: OutboundRequest, counter: TokenCounter = wordCounter): string {
  return compileOutboundRequestBudget(request, { counter, rules: textOnlyRules, memo: createContentMemo() })
    .requestFingerprint;
}

interface Inputs {
  readonly description: string;
  readonly type: string;
  readonly slot: string;
  readonly fileHash: string;
  readonly output: number;
  readonly contextWindow: number;
  readonly callId: string;
  readonly temperature: number;
}

const inputs: Inputs = {
  description: "Reads a file.",
  type: "string",
  slot: "steer",
  fileHash: "f1",
  output: 10,
  contextWindow: 1_000,
  callId: "call_1",
  temperature: 0,
};

function request(changed: Partial<Inputs> = {}, messageId = "m1"): OutboundRequest {
  const { description, type, slot, fileHash, output, contextWindow, callId, temperature } = { ...inputs, ...changed };
  const call = { id: callId, name: "read", arguments: '{"path":"a"}' };
  const segments: readonly Segment[] = [
    {
      type: "tool",
      kind: "tools",
      tool: { name: "read", description, parameters: { type: "object", properties: { path: { type } } } },
    },
    { ...messageSegment("authority", "stay calm"), origin: { slot, fileHash } },
    { ...messageSegment("task", "go"), origin: { messageId } },
    { type: "message", kind: "history", message: { role: "assistant", content: "", toolCalls: [call] } },
  ];
  return requestOf(segments, {
    reservations: { output },
    contextWindow,
    settings: { temperature, tool_choice: "auto" },
  });
}

describe("the request fingerprint", () => {
  it("is the same for byte-equivalent requests, whatever ids their messages have in state", () => {
    verifies("wo-01/acceptance/equal-requests-equal-fingerprint");
    expect(fingerprint(request({}, "another id"))).toBe(fingerprint(request()));
  });

  it("does not depend on the order in which settings were written", () => {
    const reordered = { ...request(), settings: { tool_choice: "auto", temperature: 0 } };
    expect(fingerprint(reordered)).toBe(fingerprint(request()));
  });

  it.each<[string, Partial<Inputs>]>([
    ["one character of a tool description", { description: "Reads a file!" }],
    ["a tool schema", { type: "number" }],
    ["an active steering slot", { slot: "other" }],
    ["a file hash", { fileHash: "f2" }],
    ["the output reservation", { output: 11 }],
    ["the window", { contextWindow: 1_001 }],
    ["a tool-call id", { callId: "call_2" }],
    ["a setting", { temperature: 1 }],
  ])("changes with %s", (_what, changed) => {
    verifies("wo-01/acceptance/changed-input-new-fingerprint", "wo-01/contract/fingerprint-scope");
    expect(fingerprint(request(changed))).not.toBe(fingerprint(request()));
  });

  it("changes with the counter's id and version", () => {
    const base = fingerprint(request());
    expect(fingerprint(request(), { ...wordCounter, id: "others" })).not.toBe(base);
    expect(fingerprint(request(), { ...wordCounter, version: "2" })).not.toBe(base);
  });

  it("changes when content moves to another segment or place", () => {
    const first = messageSegment("task", "a");
    const second = messageSegment("task", "b");
    const base = fingerprint(requestOf([first, second]));
    expect(fingerprint(requestOf([second, first]))).not.toBe(base);
    expect(fingerprint(requestOf([{ ...first, kind: "history" }, second]))).not.toBe(base);
  });

  it("never takes two different texts for one, nor one split over two parts for whole", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
        const whole = fingerprint(requestOf([messageSegment("task", left + right)]));
        const parts = [
          { kind: "text", text: left },
          { kind: "text", text: right },
        ] as const;
        expect(fingerprint(requestOf([messageSegment("task", parts)]))).not.toBe(whole);
        if (left !== right) {
          expect(fingerprint(requestOf([messageSegment("task", left)]))).not.toBe(
            fingerprint(requestOf([messageSegment("task", right)])),
          );
        }
      }),
    );
  });

  it("is the same with the native and the pure digest", () => {
    const options = { counter: wordCounter, rules: textOnlyRules, memo: createContentMemo() };
    const native = compileOutboundRequestBudget(request(), { ...options, digest: nodeDigest });
    expect(native).toEqual(compileOutboundRequestBudget(request(), options));
  });

  it("is the same in another process", () => {
    verifies("wo-01/contract/fingerprint-scope");
    const program = `
      const { compileOutboundRequestBudget } = await import("@plimsoll/core");
      const { wordCounter, textOnlyRules } = await import("@plimsoll/core/testing");
      const request = JSON.parse(process.argv[1]);
      console.log(compileOutboundRequestBudget(request, { counter: wordCounter, rules: textOnlyRules }).requestFingerprint);`;
    const flags = ["--conditions=@plimsoll/source", "--import", "tsx", "--input-type=module", "--eval", program];
    const printed = execFileSync(process.execPath, [...flags, JSON.stringify(request())], { encoding: "utf8" });
    expect(printed.trim()).toBe(fingerprint(request()));
  });

  it("reports an auto-numbered tool name and leaves its number out", () => {
    const numbered = (name: string): OutboundRequest =>
      requestOf([{ type: "tool", kind: "tools", tool: { name, parameters: {}, autoNumbered: true } }]);
    expect(fingerprint(numbered("extract-1"))).toBe(fingerprint(numbered("extract-2")));
    const { decision } = compileOutboundRequestBudget(numbered("extract-1"), {
      counter: wordCounter,
      rules: textOnlyRules,
    });
    expect(decision.unstableInputs).toEqual([
      { label: "tool extract-1", reason: expect.stringContaining("process-wide counter") },
    ]);
  });
});
