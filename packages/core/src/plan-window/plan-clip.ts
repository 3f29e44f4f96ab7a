import { stepReason } from "./plan-reason.ts";
import { roomToMake } from "./room-to-make.ts";
import { reaches, type Situation, weightOf } from "./situation.ts";
import type { PlannedTurn } from "./window-input.ts";
import { weightOn } from "./window-line.ts";
import type { WindowPlan } from "./window-plan.ts";
import { totalWeight, type WindowWeight } from "./window-weight.ts";

/** Turns that may be taken out, or those that are kept. */
export type ClipScope = "older" | "kept";

/** Tokens of a marker, about: a text is clipped only where that saves more than a marker cuts out of it. */
const markerTokens = 40;

/**
 * One cap for all texts of a scope, as high as makes the room that eviction would make; the minimum where that is out
 * of reach. Undefined where clipping gains nothing on a broken bound, where entries must go anyway, and for older
 * turns that must all go anyway.
 */
export function planClip(situation: Situation, scope: ClipScope): WindowPlan | undefined {
  const { over, bounds, trigger, replaceable } = situation;
  const candidates = clippableTurns(situation, scope);
  const least = clipSavings(situation, scope);
  const reachable = scope === "older" ? weightOf(situation, replaceable) : least;
  const isVain =
    over.every((line) => weightOn(line, least) <= 0) || over.some(({ kind }) => kind === "transcript-entries");
  if (isVain || (scope === "older" && !reaches(over, reachable, () => 0))) return undefined;
  const makesRoom = (capTokens: number): boolean =>
    reaches(over, savingsAt(situation, candidates, capTokens), (line) => roomToMake(line, reachable));
  const capTokens = highestCap(situation, candidates, makesRoom);
  const turns = candidates.filter((index) => savedTokens(situation.turns[index], capTokens) > 0);
  const frees = savingsAt(situation, turns, capTokens);
  const freeTokens = bounds.freeTokens + frees.tokens;
  const reason = stepReason(situation, { kind: "clip", scope, capTokens, turns: turns.length, freeTokens });
  return { kind: "clip", scope, trigger, turns, capTokens, frees, freeTokens, reason };
}

/** What clipping to the minimum saves in a scope. */
export function clipSavings(situation: Situation, scope: ClipScope): WindowWeight {
  return savingsAt(situation, clippableTurns(situation, scope), situation.policy.minimumClipTokens);
}

function clippableTurns({ turns }: Situation, scope: ClipScope): readonly number[] {
  return [...turns.keys()].filter((index) => {
    const turn = turns[index];
    return turn !== undefined && !turn.protected && turn.kept === (scope === "kept");
  });
}

/** Texts are clipped by whole turns: once one of them is worth it, all that are above the cap shrink to it. */
function savedTokens(turn: PlannedTurn | undefined, capTokens: number): number {
  const excess = (turn?.clippable ?? []).map((tokens) => Math.max(0, tokens - capTokens));
  return excess.some((tokens) => tokens > markerTokens) ? excess.reduce((sum, tokens) => sum + tokens, 0) : 0;
}

/** In the transcript's unit a turn shrinks in the same proportion as in the ledger. */
function savingsAt({ turns }: Situation, indexes: readonly number[], capTokens: number): WindowWeight {
  return totalWeight(
    indexes.flatMap((index) => {
      const turn = turns[index];
      const tokens = savedTokens(turn, capTokens);
      if (turn === undefined || tokens === 0) return [];
      const transcriptTokens = Math.floor((tokens * turn.transcript.tokens) / Math.max(1, turn.tokens));
      return [{ tokens, transcript: { entries: 0, tokens: transcriptTokens } }];
    }),
  );
}

/** Savings only shrink as the cap rises, so the highest cap that makes room is found by halving. */
function highestCap(
  { turns, policy }: Situation,
  candidates: readonly number[],
  makesRoom: (capTokens: number) => boolean,
): number {
  let low = policy.minimumClipTokens;
  let high = candidates.reduce((most, index) => Math.max(most, ...(turns[index]?.clippable ?? [])), low);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (makesRoom(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
