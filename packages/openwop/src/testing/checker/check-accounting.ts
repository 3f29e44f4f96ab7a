import type { Broken, CheckedTurn } from "./checked-turn.ts";

/** What can be checked on the window alone: the unit, the bounds and the sum. */
export function* checkAccounting({ window, advertised, count }: CheckedTurn): Generator<Broken> {
  const { tokenCounter, tokenCount, eventIds, entries } = window;
  const { transcriptTokenBudget = Infinity, transcriptWindow = Infinity } = advertised;
  if (tokenCounter !== advertised.tokenCounter)
    yield ["R1", `it is counted in ${tokenCounter}, and ${advertised.tokenCounter} is advertised`];
  if (tokenCount > transcriptTokenBudget) yield ["R2", `${tokenCount} were fed of at most ${transcriptTokenBudget}`];
  if (!Number.isInteger(tokenCount) || tokenCount < 0) yield ["R2", `${tokenCount} is no count`];
  if (new Set(eventIds).size !== eventIds.length) yield ["R3", "an event id is listed twice"];
  if (entries === undefined) {
    if (tokenCounter === "chars") yield ["R4", "there are no entries, and chars can be recounted"];
    return;
  }
  if (entries.length > transcriptWindow)
    yield ["P-window", `${entries.length} entries were fed of at most ${transcriptWindow}`];
  const blank = entries.find(({ rendered }) => rendered.trim() === "");
  if (blank !== undefined) yield ["P-blank", `the entry of event ${blank.eventId} renders nothing`];
  if (count === undefined) return;
  const sum = entries.reduce((total, { rendered }) => total + count(rendered), 0);
  if (sum !== tokenCount)
    yield [tokenCounter === "chars" ? "R4" : "P-recount", `entries hold ${sum}, not ${tokenCount}`];
}
