import { PlimsollError } from "@plimsoll/core";

/** A request body as plain JSON. */
export type PayloadBody = Readonly<Record<string, unknown>>;

/**
 * Fields as they stand in the body that leaves: what JSON does not carry is gone.
 *
 * @throws PlimsollError `invalid_request` for what JSON cannot hold (cycles, big integers).
 */
export function plainBody(fields: object): PayloadBody {
  try {
    return JSON.parse(JSON.stringify(fields)) as PayloadBody;
  } catch (cause) {
    throw new PlimsollError(
      "invalid_request",
      "the parameters of the model call cannot be written as JSON, so that no client could send them; see the cause.",
      { cause },
    );
  }
}
