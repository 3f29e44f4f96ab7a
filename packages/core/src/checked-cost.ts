import { PlimsollError } from "./errors.ts";
import type { SegmentCost, ToolsCost } from "./rules/surface-rules.ts";
import type { TokenCounter } from "./token-counter.ts";

/**
 * The cost, once it is known to be one: rules add up what a counter says, and a user's own counter may say anything.
 *
 * @throws PlimsollError `invalid_options` naming the counter and its value, unless it counts in whole numbers.
 */
export function checkedCost(cost: SegmentCost, counter: TokenCounter): SegmentCost {
  if (Number.isSafeInteger(cost.tokens)) return cost;
  throw new PlimsollError(
    "invalid_options",
    `the token counter "${counter.id}" made a cost of ${String(cost.tokens)}; count(text) has to return a whole number for every text.`,
    { details: { counter: counter.id, tokens: cost.tokens } },
  );
}

/** As {@link checkedCost}, for a whole tools segment. */
export function checkedToolsCost(cost: ToolsCost, counter: TokenCounter): ToolsCost {
  for (const part of [cost.framing, ...cost.tools, ...(cost.format === undefined ? [] : [cost.format])])
    checkedCost(part, counter);
  return cost;
}
