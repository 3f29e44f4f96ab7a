import type { RunError } from "../log/run-event.ts";

/** A model call failed when the source was recorded, and so it does in its replay. */
export class ModelCallFailed extends Error {
  readonly error: RunError;

  constructor(error: RunError) {
    super(error.message);
    this.name = "ModelCallFailed";
    this.error = error;
  }
}

/** Of foreign errors only the name is told. */
export function modelError(error: unknown): RunError {
  const recorded = recordedFailure(error);
  if (recorded !== undefined) return recorded.error;
  const name = error instanceof Error ? error.name : "a value that is no error";
  return { code: "model_call_failed", message: `The model call failed with ${name}.` };
}

/** Frameworks wrap what middleware throws. */
function recordedFailure(error: unknown): ModelCallFailed | undefined {
  let current = error;
  for (let depth = 0; depth < 16 && current instanceof Error; depth++) {
    if (current instanceof ModelCallFailed) return current;
    current = current.cause;
  }
  return undefined;
}
