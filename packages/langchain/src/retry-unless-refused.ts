import { findPlimsollError } from "@plimsoll/core";
import { retriableMark } from "@plimsoll/langgraph";

/**
 * For `modelRetryMiddleware({ retryOn: retryUnlessRefused })`: retries as that middleware does by default, but not what
 * Plimsoll refused. Needed because the agent wraps every error of an inner middleware in one of its own, which hides
 * the mark that says "do not retry". Without it a refusal is tried again: no model is called, but time is lost.
 */
export function retryUnlessRefused(error: unknown): boolean {
  return findPlimsollError(error) === undefined && (retriableMark(error) ?? true);
}
