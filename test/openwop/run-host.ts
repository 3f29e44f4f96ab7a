import { expect } from "vitest";
import { callHost, type HostCall } from "./call-host.ts";
import type { StartedHost } from "./started-host.ts";

export interface Told {
  readonly eventId: string;
  readonly type: string;
  readonly sequence: number;
  readonly nodeId?: string;
  readonly causationId?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Starts a run and resolves to its id. */
export async function start(host: StartedHost, body: object, call: HostCall = {}): Promise<string> {
  const { status, body: created } = await callHost(host, "/v1/runs", { method: "POST", body, ...call });
  expect(status).toBe(201);
  return String(created["runId"]);
}

/** Waits for the end of a run, and resolves to its snapshot. */
export async function ended(host: StartedHost, runId: string): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const { body } = await callHost(host, `/v1/runs/${runId}`);
    if (["completed", "failed", "cancelled"].includes(String(body["status"]))) return body;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The whole log of a run. */
export async function logOf(host: StartedHost, runId: string): Promise<readonly Told[]> {
  return (await callHost(host, `/v1/runs/${runId}/events/poll`)).body["events"] as readonly Told[];
}

export async function fork(host: StartedHost, runId: string, body: object) {
  return callHost(host, `/v1/runs/${runId}:fork`, { method: "POST", body });
}

/** Runs a workflow to its end, and resolves to its id and log. */
export async function runToEnd(host: StartedHost, body: object) {
  const runId = await start(host, body);
  const snapshot = await ended(host, runId);
  return { runId, snapshot, log: await logOf(host, runId) };
}

/** Forks a run, waits for the fork's end, and resolves to its id and log. */
export async function forkToEnd(host: StartedHost, source: string, asked: object) {
  const { status, body } = await fork(host, source, asked);
  expect(status).toBe(201);
  const runId = String(body["runId"]);
  const snapshot = await ended(host, runId);
  return { runId, snapshot, log: await logOf(host, runId) };
}

/** What a log says, without ids and times. */
export function told(log: readonly Told[]) {
  return log.map(({ type, nodeId, sequence, payload }) => ({ type, nodeId, sequence, payload }));
}
