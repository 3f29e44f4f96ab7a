import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileOutboundRequestBudget } from "./compile-outbound-request-budget.ts";
import { formatLedger } from "./format-ledger.ts";
import { messageSegment, requestOf, textOnlyRules, toolSegment, wordCounter, words } from "./testing.ts";

function textOf(history: number, tools: number, output = 0): string {
  const request = requestOf([toolSegment("search", tools - 1), messageSegment("history", words(history))], {
    reservations: { output, safety: 0 },
  });
  return formatLedger(compileOutboundRequestBudget(request, { counter: wordCounter, rules: textOnlyRules }));
}

describe("formatLedger", () => {
  it("draws the window with its headroom line, the loads and the decision", () => {
    expect(textOf(150, 500, 100).replace(/sha256:\w+/, "sha256:0")).toMatchInlineSnapshot(`
      "words (exact), rules text-only, sha256:0…
      ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░░╱╱╱╱╱╱               ▏
                                          ▲ 40 % free line
      ▓ tool schemas               500    50.0 %
      ░ history                    150    15.0 %
      ╱ output reserved            100    10.0 %
      projected 750 of 1,000; the conversation alone, 150, says hold
      250 of 1,000 tokens (25.0 %) are free, below the 40.0 % headroom line: compaction may be requested."
    `);
  });

  it("marks a request that is over", () => {
    expect(textOf(900, 500).split("\n")[1]).toMatch(/^[▓░]{60}▶ over$/);
  });

  it("draws as many cells as the projected share has, at most the window", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_500 }),
        fc.integer({ min: 1, max: 1_500 }),
        fc.nat(900),
        (history, tools, output) => {
          const line = textOf(history, tools, output).split("\n")[1] ?? "";
          const cells = line.match(/[▓░╱]/gu)?.length ?? 0;
          expect(cells).toBe(Math.min(60, Math.round(((history + tools + output) * 60) / 1_000)));
        },
      ),
      { numRuns: 50 },
    );
  });
});
