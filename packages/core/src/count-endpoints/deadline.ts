/** What ended a wait before its answer came. */
export type Interruption = "aborted" | "timed-out";

/** A time limit and the caller's signal as one. */
export interface Deadline {
  /** Aborts with either. */
  readonly signal: AbortSignal;
  /** Settles with either, so that nobody waits for a fetch that does not listen to its signal. */
  readonly interrupted: Promise<Interruption>;
  /** Lets go of the timer and of the caller's signal, and aborts what may still be under way. */
  readonly close: () => void;
}

/** Starts a deadline. `AbortSignal.any` would do, but keeps a reference from a long-lived caller signal for each call. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let settle: (interruption: Interruption) => void = () => {};
  const interrupted = new Promise<Interruption>((resolve) => (settle = resolve));
  const end = (interruption: Interruption): void => {
    settle(interruption);
    controller.abort();
  };
  const onAbort = (): void => end("aborted");
  const timer = setTimeout(() => end("timed-out"), timeoutMs);
  caller?.addEventListener("abort", onAbort, { once: true });
  if (caller?.aborted) onAbort();
  const close = (): void => {
    clearTimeout(timer);
    caller?.removeEventListener("abort", onAbort);
    controller.abort();
  };
  return { signal: controller.signal, interrupted, close };
}
