/** A replay needs what its source has not recorded. It is never made anew: the node fails with this code. */
export class ReplaySourceMissing extends Error {
  readonly code = "replay_source_missing";

  constructor(kind: string, key: string) {
    super(`the source recorded no ${kind} ${key}`);
    this.name = "ReplaySourceMissing";
  }
}
