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
  if (error instanceof ModelCallFailed) return error.error;
  const name = error instanceof Error ? error.name : "a value that is no error";
  return { code: "model_call_failed", message: `The model call failed with ${name}.` };
}
