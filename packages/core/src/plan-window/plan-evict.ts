import { stepReason } from "./plan-reason.ts";
import { roomToMake } from "./room-to-make.ts";
import { reaches, type Situation, weightOf } from "./situation.ts";
import type { PlannedTurn } from "./window-input.ts";
import type { WindowPlan } from "./window-plan.ts";
import { totalWeight } from "./window-weight.ts";

/**
 * Takes out the oldest turns until the broken bounds have their room, or all where even that is not enough (kept
 * turns are clipped then). Eviction loses content that no summary covers, so it starts only over a hard bound.
 */
export function planEvict(situation: Situation): WindowPlan | undefined {
  const { turns, over, bounds, trigger, replaceable } = situation;
  const reachable = weightOf(situation, replaceable);
  let frees = totalWeight([]);
  const evicted: number[] = [];
  for (const index of evictionOrder(turns)) {
    if (reaches(over, frees, (line) => roomToMake(line, reachable))) break;
    evicted.push(index);
    frees = totalWeight([frees, weightOf(situation, [index])]);
  }
  if (evicted.length === 0) return undefined;
  evicted.sort((left, right) => left - right);
  const freeTokens = bounds.freeTokens + frees.tokens;
  const reason = stepReason(situation, { kind: "evict", turns: evicted.length, freeTokens });
  return { kind: "evict", trigger, turns: evicted, frees, freeTokens, reason };
}

/**
 * Turns that may go in the order in which they go: oldest exchange first, and within an exchange the turns that
 * followed its human message before that message, so that what is left still starts with a request. A human message
 * whose exchange has turns that stay goes last of all.
 */
function evictionOrder(turns: readonly PlannedTurn[]): readonly number[] {
  const order: number[] = [];
  const last: number[] = [];
  let human: number | undefined;
  let whole = true;
  const closeExchange = (): void => {
    if (human !== undefined) (whole ? order : last).push(human);
  };
  for (const [index, turn] of turns.entries()) {
    const stays = turn.protected || turn.kept;
    if (turn.kind === "human") {
      closeExchange();
      human = stays ? undefined : index;
      whole = true;
    } else if (stays) whole &&= turn.kind === "system";
    else order.push(index);
  }
  closeExchange();
  return [...order, ...last];
}
