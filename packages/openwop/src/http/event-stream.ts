import { endsRun, type RunEvent } from "../log/run-event.ts";
import { isShown, type StreamMode } from "../log/stream-mode.ts";
import type { RunRecord } from "../store/host-store.ts";
import type { HostContext } from "./host-context.ts";

export interface StreamRequest {
  readonly run: RunRecord;
  readonly modes: ReadonlySet<StreamMode>;
  /** The last sequence the client has; -1 for nothing. */
  readonly after: number;
  /** Milliseconds to gather events in one frame; 0 sends each at once. */
  readonly bufferMs: number;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** Server-sent events of a run: what is in its log, then what comes, until it ends or the client is gone. */
export function eventStream(context: HostContext, request: StreamRequest): Response {
  const gone = new AbortController();
  const signal = AbortSignal.any([request.signal, gone.signal]);
  const frames = framesOf(context, { ...request, signal });
  const encoder = new TextEncoder();
  // Pulled, so that a slow client is not sent more than it reads.
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await frames.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => gone.abort(),
  });
  const headers = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache, no-transform" };
  return new Response(body, { headers });
}

async function* framesOf(context: HostContext, request: StreamRequest): AsyncGenerator<string> {
  const { run, modes, bufferMs, signal } = request;
  const isValues = modes.has("values");
  if (isValues) yield await snapshotFrame(context, run);
  for await (const events of batchesOf(context, request)) {
    if (events.length === 0) yield ": keep-alive\n\n";
    else if (isValues) yield await snapshotFrame(context, run);
    else
      yield framesFor(
        events.filter((event) => isShown(event, modes)),
        bufferMs > 0,
      );
    if (signal.aborted) return;
  }
}

/** New events, batch by batch, until the last; an empty batch where there was nothing to say for long. */
async function* batchesOf({ options }: HostContext, request: StreamRequest): AsyncGenerator<readonly RunEvent[]> {
  const { store, keepAliveMs } = options;
  const { run, bufferMs, signal } = request;
  let after = request.after;
  while (!signal.aborted) {
    await store.waitForEvents(run.runId, after, { timeoutMs: keepAliveMs, signal });
    let events = await store.readEvents(run.runId, after);
    if (bufferMs > 0 && events.length > 0 && !isLast(events)) {
      await gather(store, { runId: run.runId, bufferMs, signal, after: events.at(-1)?.sequence ?? after });
      events = await store.readEvents(run.runId, after);
    }
    yield events;
    if (isLast(events)) return;
    after = events.at(-1)?.sequence ?? after;
    if (events.length === 0 && (await hasEnded(store, run.runId, after))) return;
  }
}

/** A client that has it all already waits for nothing. */
async function hasEnded(store: HostContext["options"]["store"], runId: string, after: number): Promise<boolean> {
  return isLast(await store.readEvents(runId, after - 1));
}

interface Gathering {
  readonly runId: string;
  readonly bufferMs: number;
  readonly signal: AbortSignal;
  readonly after: number;
}

/** Lets time pass, but not beyond the end of the run. */
async function gather(store: HostContext["options"]["store"], { runId, bufferMs, signal, after }: Gathering) {
  const deadline = performance.now() + bufferMs;
  let last = after;
  for (;;) {
    const timeoutMs = deadline - performance.now();
    if (timeoutMs <= 0 || signal.aborted) return;
    await store.waitForEvents(runId, last, { timeoutMs, signal });
    const more = await store.readEvents(runId, last);
    if (isLast(more)) return;
    last = more.at(-1)?.sequence ?? last;
  }
}

function isLast(events: readonly RunEvent[]): boolean {
  const last = events.at(-1);
  return last !== undefined && endsRun(last.type);
}

function framesFor(events: readonly RunEvent[], isBatched: boolean): string {
  const last = events.at(-1);
  if (last === undefined) return ": nothing to show\n\n";
  if (!isBatched) return events.map((event) => frame(event.sequence, event.type, event)).join("");
  return frame(last.sequence, "batch", events);
}

async function snapshotFrame({ projection }: HostContext, run: RunRecord): Promise<string> {
  const snapshot = await projection.snapshotOf(run);
  return frame(Number(snapshot["lastSequence"]), "state.snapshot", snapshot);
}

function frame(id: number, event: string, data: unknown): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
