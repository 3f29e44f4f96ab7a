import type { Reservations } from "../outbound-request.ts";

/** What a provider body does not say itself. */
export interface ProjectionOptions {
  /** The model's context window in tokens. */
  readonly contextWindow: number;
  /** Tokens kept free for the answer; by default the body's own output limit, 0 where it has none. */
  readonly outputReservation?: number;
  /** Model id, for bodies that do not carry one (Gemini names it in the address). */
  readonly modelId?: string;
}

/** The reservations of a projected body. */
export function reservationsOf(options: ProjectionOptions, bodyLimit: unknown): Reservations {
  const limit = typeof bodyLimit === "number" && Number.isSafeInteger(bodyLimit) && bodyLimit > 0 ? bodyLimit : 0;
  return { output: options.outputReservation ?? limit };
}
