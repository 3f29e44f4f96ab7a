import { PlimsollError } from "./errors.ts";
import type { OutboundRequest } from "./outbound-request.ts";

/**
 * Refuses numbers no ledger can be made of.
 *
 * @throws PlimsollError `invalid_request` with the field, its value and the remedy.
 */
export function validateRequest(request: OutboundRequest): void {
  const { contextWindow, reservations } = request;
  requireWhole("contextWindow", contextWindow, { minimum: 1, meaning: "the model's context window in tokens" });
  requireWhole("reservations.output", reservations.output, {
    minimum: 0,
    meaning: "the tokens kept free for the answer",
  });
  if (reservations.safety !== undefined) {
    requireWhole("reservations.safety", reservations.safety, { minimum: 0, meaning: "the safety margin in tokens" });
  }
  const reserved = reservations.output + (reservations.safety ?? 0);
  if (reserved > contextWindow) {
    throw new PlimsollError(
      "invalid_request",
      `reservations of ${reserved} tokens exceed the context window of ${contextWindow}, so that no input could fit; lower the output reservation (the call's max tokens) or correct the window.`,
      { details: { contextWindow, reserved } },
    );
  }
}

interface WholeNumber {
  readonly minimum: number;
  readonly meaning: string;
}

function requireWhole(field: string, value: number, { minimum, meaning }: WholeNumber): void {
  if (Number.isSafeInteger(value) && value >= minimum) return;
  throw new PlimsollError(
    "invalid_request",
    `${field} is ${String(value)}; it is ${meaning}, a whole number of at least ${minimum}.`,
    {
      details: { field, value },
    },
  );
}
