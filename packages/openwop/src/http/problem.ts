import type { JsonObject } from "../log/json.ts";

/** What a request is refused with: an outcome, not an exception. On the wire it has exactly these three keys. */
export interface Problem {
  readonly kind: "problem";
  readonly status: number;
  /** A code of the protocol, in snake case. */
  readonly error: string;
  /** What was wrong, the value and the remedy; content-free. */
  readonly message: string;
  readonly details?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

type Told = Pick<Problem, "message" | "details" | "headers">;

export function problem(status: number, error: string, told: Told): Problem {
  return { kind: "problem", status, error, ...told };
}

export function notFound(what: string): Problem {
  return problem(404, "not_found", { message: `There is no ${what} here (404).` });
}

export function validationError(message: string, details?: JsonObject): Problem {
  return problem(400, "validation_error", details === undefined ? { message } : { message, details });
}

/** The closed error body (OpenWOP, errors). */
export function problemResponse({ status, error, message, details, headers = {} }: Problem): Response {
  return Response.json({ error, message, ...(details === undefined ? {} : { details }) }, { status, headers });
}
