import { PlimsollError } from "./errors.ts";
import type { OutboundRequest } from "./outbound-request.ts";
import { requireWhole } from "./require-whole.ts";

/**
 * Refuses numbers no ledger can be made of.
 *
 * @throws PlimsollError `invalid_request` with the field, its value and the remedy.
 */
export function validateRequest(request: OutboundRequest): void {
  const code = "invalid_request";
  const { contextWindow, reservations } = request;
  requireWhole("contextWindow", contextWindow, { code, minimum: 1, meaning: "the model's context window in tokens" });
  requireWhole("reservations.output", reservations.output, {
    code,
    minimum: 0,
    meaning: "the tokens kept free for the answer",
  });
  if (reservations.safety !== undefined) {
    requireWhole("reservations.safety", reservations.safety, {
      code,
      minimum: 0,
      meaning: "the safety margin in tokens",
    });
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
