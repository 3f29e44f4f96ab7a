import type { BaseMessage } from "@langchain/core/messages";
import type { CompiledBudget } from "@plimsoll/core";
import type { OutgoingRequest, ParsedBudgetOptions } from "@plimsoll/langgraph";

/** What was compiled of a request before it was handed on, and how. */
export interface RememberedBudget {
  readonly budget: CompiledBudget;
  readonly outgoing: Pick<OutgoingRequest, "base" | "head">;
  readonly options: Pick<
    ParsedBudgetOptions,
    "tokenCounter" | "threshold" | "surface" | "outputReservation" | "safetyMargin" | "classify" | "protect"
  >;
}

/** By message object: it is what reaches the model whatever other middleware does in between, and it goes with the run. */
const remembered = new WeakMap<BaseMessage, RememberedBudget>();

/**
 * Leaves the ledger of a request where a gate finds it again: at the first and the last of the messages that are handed
 * on. Where two runs share these very objects at once, the later one is found; this changes reports, never a refusal
 * for being over the window.
 */
export function rememberBudget(messages: readonly BaseMessage[], budget: RememberedBudget): void {
  for (const message of ends(messages)) remembered.set(message, budget);
}

/** Takes the ledger away once its call is over: a later run may send the same objects with other tools. */
export function forgetBudget(messages: readonly BaseMessage[], budget: CompiledBudget): void {
  for (const message of ends(messages)) if (remembered.get(message)?.budget === budget) remembered.delete(message);
}

/** The ledger left at the newest of these messages; undefined where none of them was budgeted. */
export function recallBudget(messages: readonly BaseMessage[]): RememberedBudget | undefined {
  const newest = messages.findLast((message) => remembered.has(message));
  return newest === undefined ? undefined : remembered.get(newest);
}

function ends(messages: readonly BaseMessage[]): readonly BaseMessage[] {
  return [messages[0], messages.at(-1)].filter((message) => message !== undefined);
}
