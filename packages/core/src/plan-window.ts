import type { Turn } from "./group-turns.ts";

/** One turn as the planner sees it. */
export interface PlannedTurn {
  readonly kind: Turn["kind"];
  readonly tokens: number;
  /** Never taken out: system, authority, task, the active turn, the last `keepLastTurns`, what the user protects. */
  readonly protected: boolean;
}

/** The window's state before planning, in the counter's unit. */
export interface WindowBounds {
  /** Free tokens of the request as it would leave; negative when over. */
  readonly freeTokens: number;
  /** Fewest free tokens at which compaction holds. */
  readonly headroomTokens: number;
}

/** What to do with a request. Numbers are those that decided. */
export type WindowPlan =
  | { readonly kind: "hold"; readonly freeTokens: number }
  | {
      readonly kind: "evict";
      /** Indexes of the turns to take out, ascending. */
      readonly turns: readonly number[];
      readonly evictedTokens: number;
      /** Free tokens afterwards, as far as rows add up; the recompiled ledger has the last word. */
      readonly freeTokens: number;
    }
  | {
      readonly kind: "refuse";
      /** Tokens still over when everything that may be taken out is out. */
      readonly shortBy: number;
      readonly evictableTokens: number;
    };

/**
 * Decides on the last deterministic rung of the ladder (DESIGN): a request within its window is held as it is; one
 * over it loses its oldest unprotected turns; one that stays over even so is refused.
 *
 * Eviction loses content that no summary covers, so it starts only over the limit. Once it starts it makes room down
 * to the headroom line, or half of the room that can be made where that is less, so that the next calls hold and
 * the provider's prefix cache lives on.
 */
export function planWindow(turns: readonly PlannedTurn[], bounds: WindowBounds): WindowPlan {
  if (bounds.freeTokens >= 0) return { kind: "hold", freeTokens: bounds.freeTokens };
  const candidates = evictionOrder(turns);
  const evictableTokens = candidates.reduce((sum, index) => sum + tokensOf(turns, index), 0);
  const reachable = bounds.freeTokens + evictableTokens;
  if (reachable < 0) return { kind: "refuse", shortBy: -reachable, evictableTokens };
  const target = Math.min(bounds.headroomTokens, Math.floor(reachable / 2));
  return evictUntil(target, { turns, candidates, freeTokens: bounds.freeTokens });
}

/**
 * Unprotected turns in the order in which they go: oldest exchange first, and within an exchange the turns that
 * followed its human message before that message, so that what is left still starts with a request. A human message
 * whose exchange has protected turns goes last of all.
 */
function evictionOrder(turns: readonly PlannedTurn[]): readonly number[] {
  const order: number[] = [];
  const last: number[] = [];
  let human: number | undefined;
  let whole = true;
  const closeExchange = (): void => {
    if (human !== undefined && turns[human]?.protected === false) (whole ? order : last).push(human);
  };
  for (const [index, turn] of turns.entries()) {
    if (turn.kind === "human") {
      closeExchange();
      human = index;
      whole = true;
    } else if (turn.protected) whole &&= turn.kind === "system";
    else order.push(index);
  }
  closeExchange();
  return [...order, ...last];
}

interface Eviction {
  readonly turns: readonly PlannedTurn[];
  readonly candidates: readonly number[];
  readonly freeTokens: number;
}

function evictUntil(target: number, { turns, candidates, freeTokens }: Eviction): WindowPlan {
  const evicted: number[] = [];
  let evictedTokens = 0;
  for (const index of candidates) {
    if (freeTokens + evictedTokens >= target) break;
    evicted.push(index);
    evictedTokens += tokensOf(turns, index);
  }
  evicted.sort((left, right) => left - right);
  return { kind: "evict", turns: evicted, evictedTokens, freeTokens: freeTokens + evictedTokens };
}

function tokensOf(turns: readonly PlannedTurn[], index: number): number {
  return turns[index]?.tokens ?? 0;
}
