import { checkAccounting } from "./check-accounting.ts";
import { checkEvidence } from "./check-evidence.ts";
import { checkTail } from "./check-tail.ts";
import type { CheckedTurn, TurnCheck } from "./checked-turn.ts";

/** Checks the account of one turn against what the host advertises and what its log says. Pure. */
export function checkWindow(turn: CheckedTurn): TurnCheck {
  const { iteration } = turn;
  const tail = checkTail(turn);
  const broken = [...checkAccounting(turn), ...checkEvidence(turn), ...tail.broken];
  return { violations: broken.map(([rule, what]) => ({ rule, iteration, what })), pressure: tail.pressure };
}
