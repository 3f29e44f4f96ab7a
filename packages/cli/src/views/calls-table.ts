import type { DumpCall } from "@plimsoll/core";

/** A line for each call: how full the window is, and what was done. */
export function callLine({ call, budget, action }: DumpCall): string {
  const fill = Math.round((1_000 * budget.projectedTotalTokens) / budget.modelContextTokens) / 10;
  const kind = typeof action === "object" && action !== null && "kind" in action ? String(action["kind"]) : "";
  const cells = [
    String(call).padStart(5),
    String(budget.totalInputTokens).padStart(10),
    `${fill.toFixed(1)} %`.padStart(9),
  ];
  return `${cells.join(" ")}  ${budget.decision.verdict.padEnd(9)} ${kind}`;
}

export const callsHead = " call      input  of window  verdict   done";
