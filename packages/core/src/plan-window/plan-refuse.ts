import { formatCount } from "../format-count.ts";
import { refuseReason } from "./plan-reason.ts";
import { type Situation, weightOf } from "./situation.ts";
import type { WindowPlan } from "./window-plan.ts";

type Refusal = Extract<WindowPlan, { kind: "refuse" }>;

/** Refuses a request that is over a hard bound, with what it is over by and the remedy. */
export function planRefuse({ turns, over, bounds, replaceable }: Situation, cause: Refusal["cause"]): Refusal {
  const shortBy = { window: 0, "transcript-tokens": 0, "transcript-entries": 0 };
  for (const line of over) shortBy[line.kind] = -line.room;
  const replaceableTokens = weightOf({ turns }, replaceable).tokens;
  return {
    kind: "refuse",
    cause,
    shortBy: shortBy.window,
    transcriptOver: { tokens: shortBy["transcript-tokens"], entries: shortBy["transcript-entries"] },
    replaceableTokens,
    reason: refuseReason(bounds, remedy(cause, replaceableTokens)),
  };
}

function remedy(cause: Refusal["cause"], replaceableTokens: number): string {
  const older = `the ${formatCount(replaceableTokens)} tokens of older turns`;
  switch (cause) {
    case "off":
      return `compaction is off and leaves ${older} in: set it to "auto", shorten the request, or use a larger window`;
    case "not-requested":
      return `compaction waits for a manual request and leaves ${older} in: make one, or set compaction to "auto"`;
    case "too-large":
      return "nothing more may be taken out or clipped: shorten what must stay, keep fewer turns, or use a larger window";
    default:
      return cause satisfies never;
  }
}
