import {
  isObject,
  isString,
  type LoggedEvent,
  parseLog,
  parseWindow,
  type TranscriptWindow,
} from "../checker/transcript-window.ts";
import { type Capabilities, readCapabilities } from "./capabilities.ts";
import { callHost, type HostAnswer, type HostUnderTest } from "./host-under-test.ts";

/** A run as an outsider has seen it: its log, and the account of each of its turns. */
export interface WitnessedRun {
  readonly runId: string;
  readonly status: string;
  readonly log: readonly LoggedEvent[];
  /** Of the turns from 1 on, until the host knows no more. */
  readonly windows: readonly TranscriptWindow[];
  /** What the seam says to the turn after the last. */
  readonly pastTheEnd: number;
}

/** What is looked at once and needed by many checks. */
export interface Witness {
  capabilities(): Promise<Capabilities>;
  /** The run under pressure; the same for all checks. */
  run(): Promise<WitnessedRun>;
  /** A replay of it from the start; the same for all checks. */
  replay(): Promise<WitnessedRun>;
}

export const defaultFixture = "conformance-context-budget-live";

/** The most turns that are looked at; the public suite looks at 16. */
const maxTurns = 1_000;

export function createWitness(host: HostUnderTest): Witness {
  const capabilities = once(() => discover(host));
  const run = once(async () => {
    const answer = await callHost(host, "/v1/runs", {
      method: "POST",
      body: { workflowId: host.workflowId ?? defaultFixture },
    });
    return witnessRun(host, createdRun(answer, 201));
  });
  const replay = once(async () => forkRun(host, (await run()).runId, { fromSeq: 0, mode: "replay" }));
  return { capabilities, run, replay };
}

/** Forks a run, waits for its end and looks at it. */
export async function forkRun(host: HostUnderTest, runId: string, body: object): Promise<WitnessedRun> {
  const answer = await callHost(host, `/v1/runs/${encodeURIComponent(runId)}:fork`, { method: "POST", body });
  return witnessRun(host, createdRun(answer, 201));
}

/** Waits for the end of a run and reads all there is about it. */
export async function witnessRun(host: HostUnderTest, runId: string): Promise<WitnessedRun> {
  const status = await endOf(host, runId);
  const log = parseLog((await callHost(host, `/v1/host/sample/test/runs/${encodeURIComponent(runId)}/events`)).body);
  if (log === undefined) throw new Error("the seam of the event log serves no log; are the seams enabled?");
  const windows: TranscriptWindow[] = [];
  for (let iteration = 1; iteration <= maxTurns; iteration++) {
    const answer = await readWindow(host, runId, iteration);
    if (answer.status !== 200) return { runId, status, log, windows, pastTheEnd: answer.status };
    const window = parseWindow(answer.body);
    if (window === undefined) throw new Error(`the window of turn ${iteration} is malformed`);
    windows.push(window);
  }
  throw new Error(`the run has more than ${maxTurns} turns`);
}

/** The account of one turn, as the seam serves it. */
export function readWindow(host: HostUnderTest, runId: string, iteration: number): Promise<HostAnswer> {
  const query = new URLSearchParams({ runId, iteration: String(iteration) });
  return callHost(host, `/v1/host/sample/agent/transcript-window?${query}`);
}

/** The id in an answer that says that a run was created. */
export function createdRun({ status, body }: HostAnswer, expected: number): string {
  const runId = isObject(body) ? body["runId"] : undefined;
  if (status === expected && isString(runId)) return runId;
  const code = isObject(body) ? body["error"] : undefined;
  throw new Error(`no run was created: status ${status}, error ${String(code)}`);
}

async function discover(host: HostUnderTest): Promise<Capabilities> {
  const { status, body } = await callHost(host, "/.well-known/openwop", { apiKey: null });
  const found = status === 200 ? readCapabilities(body) : undefined;
  if (found === undefined) throw new Error(`there is no discovery document: status ${status}`);
  return found;
}

const terminal = new Set(["completed", "failed", "cancelled"]);

async function endOf(host: HostUnderTest, runId: string): Promise<string> {
  const deadline = performance.now() + (host.runTimeoutMs ?? 180_000);
  for (;;) {
    const { body } = await callHost(host, `/v1/runs/${encodeURIComponent(runId)}`);
    const status = isObject(body) ? body["status"] : undefined;
    if (isString(status) && terminal.has(status)) return status;
    if (performance.now() > deadline) throw new Error(`the run ${runId} has not ended: ${String(status)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The same for everyone who asks, the failure too. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
