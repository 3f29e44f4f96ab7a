import { PlimsollError, type PlimsollErrorCode } from "./errors.ts";

/** What a number is for, and the least it may be. */
interface WholeNumber {
  readonly code: PlimsollErrorCode;
  readonly minimum: number;
  readonly meaning: string;
}

/**
 * Lets whole numbers of at least `minimum` pass.
 *
 * @throws PlimsollError `code` with the field, its value and its meaning, for anything else.
 */
export function requireWhole(field: string, value: number, { code, minimum, meaning }: WholeNumber): void {
  if (Number.isSafeInteger(value) && value >= minimum) return;
  throw new PlimsollError(
    code,
    `${field} is ${String(value)}; it is ${meaning}, a whole number of at least ${minimum}.`,
    {
      details: { field, value },
    },
  );
}
