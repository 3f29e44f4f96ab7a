import type { RunError } from "../log/run-event.ts";

/** Ends a run as failed, with an error of its own. */
export class WorkflowFailure extends Error {
  readonly error: RunError;
  readonly nodeId: string | undefined;

  constructor(error: RunError, nodeId?: string) {
    super(`[${error.code}] ${error.message}`);
    this.name = "WorkflowFailure";
    this.error = error;
    this.nodeId = nodeId;
  }
}
