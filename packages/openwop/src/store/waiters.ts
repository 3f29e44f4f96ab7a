/** Those who wait for a run's log to grow, within one process. */
export interface Waiters {
  /** Resolves once `isThere` holds, the time is over, `signal` aborts, or the store closes. */
  wait(
    runId: string,
    isThere: () => boolean,
    until: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<void>;
  wake(runId: string): void;
  close(): void;
}

export function createWaiters(): Waiters {
  const waiting = new Map<string, Set<() => void>>();
  let isClosed = false;
  const wake = (runId: string) => {
    for (const look of waiting.get(runId) ?? []) look();
  };
  return {
    wake,
    wait: (runId, isThere, { timeoutMs, signal }) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          waiting.get(runId)?.delete(look);
          if (waiting.get(runId)?.size === 0) waiting.delete(runId);
          resolve();
        };
        const look = () => {
          if (isClosed || signal.aborted || isThere()) done();
        };
        const timer = setTimeout(done, timeoutMs);
        const own = waiting.get(runId) ?? new Set();
        waiting.set(runId, own.add(look));
        signal.addEventListener("abort", done);
        look();
      }),
    close() {
      isClosed = true;
      for (const runId of waiting.keys()) wake(runId);
    },
  };
}
