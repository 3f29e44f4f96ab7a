import type { ShownTurn } from "./ask-summarizer.ts";
import { splitTurn } from "./split-turn.ts";

type Fits = (turns: readonly ShownTurn[]) => boolean;

/** The oldest turns that fit a summarizer's input together, and what is left for later. */
export interface Chunk {
  readonly turns: readonly ShownTurn[];
  readonly rest: readonly ShownTurn[];
  /** Ids of messages of which only the size is shown. */
  readonly uncovered: readonly (string | null)[];
}

/** Cuts as many of the oldest turns as fit; one too large alone is cut in pieces. Undefined where not even a piece fits. */
export function cutChunk(turns: readonly ShownTurn[], fits: Fits): Chunk | undefined {
  const whole = mostThatFit(turns, fits);
  const [first, ...later] = turns;
  if (whole > 0 || first === undefined)
    return { turns: turns.slice(0, whole), rest: turns.slice(whole), uncovered: [] };
  const { pieces, uncovered } = splitTurn(first, (piece) => fits([piece]));
  const shown = [...pieces, ...later];
  const some = mostThatFit(shown, fits);
  return some === 0 ? undefined : { turns: shown.slice(0, some), rest: shown.slice(some), uncovered };
}

/** By halving, for a count of the input reads all of it. */
function mostThatFit(turns: readonly ShownTurn[], fits: Fits): number {
  if (fits(turns)) return turns.length;
  let enough = 0;
  let tooMany = turns.length;
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (fits(turns.slice(0, middle))) enough = middle;
    else tooMany = middle;
  }
  return enough;
}
