/** The closed list of reasons Plimsoll throws for. Codes owned by RFC 0111 keep its spelling. */
export const plimsollErrorCodes = [
  "context_budget_exceeded",
  "context_window_unknown",
  "invalid_dump",
  "invalid_options",
  "invalid_request",
  "replay_context_summary_unavailable",
  "internal",
] as const;

export type PlimsollErrorCode = (typeof plimsollErrorCodes)[number];

const marker = Symbol.for("plimsoll.error");

interface PlimsollErrorInit {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * The one error class. `message` says what was wrong, the value, and the remedy; `details` holds the numbers.
 * Content-free: neither carries message text.
 */
export class PlimsollError extends Error {
  readonly code: PlimsollErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  /** Asking again with the same input gives the same answer. */
  readonly retryable = false;

  constructor(code: PlimsollErrorCode, message: string, init: PlimsollErrorInit = {}) {
    super(`[${code}] ${message}`, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = "PlimsollError";
    this.code = code;
    this.details = init.details ?? {};
    Object.defineProperty(this, marker, { value: true });
  }

  /** Holds across two installed copies of the package. Does not look at `cause`; see {@link findPlimsollError}. */
  static isInstance(value: unknown): value is PlimsollError {
    return typeof value === "object" && value !== null && (value as { [marker]?: unknown })[marker] === true;
  }
}

/** The Plimsoll error in `error` or anywhere along its `cause` chain (other middleware wraps errors); at most 16 links are walked. */
export function findPlimsollError(error: unknown): PlimsollError | undefined {
  let current = error;
  for (let depth = 0; depth < 16 && typeof current === "object" && current !== null; depth++) {
    if (PlimsollError.isInstance(current)) return current;
    current = (current as { cause?: unknown }).cause;
  }
  return undefined;
}

/** Whether `error` is, or was caused by, a Plimsoll error, optionally of one `code`. */
export function isPlimsollError(error: unknown, code?: PlimsollErrorCode): boolean {
  const found = findPlimsollError(error);
  return found !== undefined && (code === undefined || found.code === code);
}
