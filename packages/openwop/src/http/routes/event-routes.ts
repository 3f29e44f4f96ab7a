import * as z from "zod";
import { endsRun, type RunEvent } from "../../log/run-event.ts";
import { parseStreamModes, streamModes } from "../../log/stream-mode.ts";
import { isTerminal } from "../../log/run-state.ts";
import { eventStream } from "../event-stream.ts";
import { findRun, type HostContext } from "../host-context.ts";
import { type Problem, problem, validationError } from "../problem.ts";
import { reply, route, type Route } from "../route.ts";
import { eventShape, problems } from "../shapes.ts";

const eventsShape = z.object({ events: z.array(eventShape), isComplete: z.boolean() });

export function streamEventsRoute(context: HostContext): Route {
  return route({
    method: "GET",
    path: "/v1/runs/{runId}/events",
    operationId: "streamRunEvents",
    summary: "The run's events as a stream, or as JSON where that is asked for",
    scopes: ["runs:read"],
    query: z.object({ streamMode: z.string().default("updates"), bufferMs: z.string().default("0") }),
    answers: { 200: { description: "Server-sent events, or JSON", schema: eventsShape }, ...problems(400, 404) },
    async handle({ principal, params, query, headers, signal }) {
      const modes = parseStreamModes(query.streamMode);
      if (modes === undefined) return unsupportedMode(query.streamMode);
      const bufferMs = wholeNumber(query.bufferMs, { from: 0, to: 5_000 });
      if (bufferMs === undefined) return validationError("bufferMs is none; use a whole number from 0 to 5000.");
      const after = wholeNumber(headers.get("last-event-id") ?? "-1", { from: -1, to: Number.MAX_SAFE_INTEGER });
      if (after === undefined)
        return validationError("Last-Event-ID is no sequence; send that of the last event you have.");
      const run = await findRun(context, principal, params["runId"] ?? "");
      if ("kind" in run) return run;
      if (wantsJson(headers)) return reply(200, await listed(context, run.runId, after));
      return eventStream(context, { run, modes, after, bufferMs, signal });
    },
  });
}

export function pollEventsRoute(context: HostContext): Route {
  return route({
    method: "GET",
    path: "/v1/runs/{runId}/events/poll",
    operationId: "pollRunEvents",
    summary: "Events after a sequence; waits for some where a time-out is given",
    scopes: ["runs:read"],
    query: z.object({
      lastSequence: z.coerce.number().int().min(-1).optional(),
      since: z.coerce.number().int().min(-1).optional(),
      timeout: z.coerce.number().min(0).max(60).default(0),
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
    answers: {
      200: {
        description: "What there is, with how the run stands",
        schema: eventsShape.extend({
          runId: z.string(),
          lastSequence: z.number().int(),
          status: z.string(),
          isTerminal: z.boolean(),
        }),
      },
      ...problems(400, 404),
    },
    async handle({ principal, params, query, signal }) {
      const run = await findRun(context, principal, params["runId"] ?? "");
      if ("kind" in run) return run;
      // 0 is the first event, not nothing.
      const after = query.lastSequence ?? query.since ?? -1;
      return reply(
        200,
        await polled(context, { runId: run.runId, after, timeout: query.timeout, limit: query.limit, signal }),
      );
    },
  });
}

interface Poll {
  readonly runId: string;
  readonly after: number;
  readonly timeout: number;
  readonly limit: number | undefined;
  readonly signal: AbortSignal;
}

async function polled(context: HostContext, poll: Poll) {
  const { runId, after, limit } = poll;
  const { status, lastSequence } = await stateToTell(context, poll);
  const all = (await context.options.store.readEvents(runId, after)).filter(({ sequence }) => sequence <= lastSequence);
  const events = limit === undefined ? all : all.slice(0, limit);
  const isWhole = isTerminal(status) && (events.at(-1)?.sequence ?? after) >= lastSequence;
  return { runId, events, lastSequence, status, isTerminal: isTerminal(status), isComplete: isWhole };
}

/** How the run stands once there is something new for the client, it has ended, or the time is over. */
async function stateToTell({ options, projection }: HostContext, { runId, after, timeout, signal }: Poll) {
  const deadline = performance.now() + timeout * 1_000;
  for (;;) {
    const state = await projection.stateOf(runId);
    const timeoutMs = deadline - performance.now();
    if (state.lastSequence > after || isTerminal(state.status) || timeoutMs <= 0 || signal.aborted) return state;
    await options.store.waitForEvents(runId, state.lastSequence, { timeoutMs, signal });
  }
}

async function listed({ options }: HostContext, runId: string, after: number) {
  const events = await options.store.readEvents(runId, after);
  const last: RunEvent | undefined = events.at(-1) ?? (await options.store.readEvents(runId, -1)).at(-1);
  return { events, isComplete: last !== undefined && endsRun(last.type) };
}

function unsupportedMode(mode: string): Problem {
  const message = `streamMode is ${JSON.stringify(mode.slice(0, 64))}; use values alone, or any of the others.`;
  return problem(400, "unsupported_stream_mode", { message, details: { supported: [...streamModes] } });
}

function wholeNumber(text: string, { from, to }: { readonly from: number; readonly to: number }): number | undefined {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : undefined;
}

/** JSON only where it is asked for and a stream is not. */
function wantsJson(headers: Headers): boolean {
  const accepted = headers.get("accept") ?? "";
  return accepted.includes("application/json") && !accepted.includes("text/event-stream");
}
