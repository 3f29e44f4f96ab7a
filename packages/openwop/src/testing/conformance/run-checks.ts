import { isObject, isString, parseLog } from "../checker/transcript-window.ts";
import { type HostCheck, inapplicable, outcomeOf, problemsOf } from "./host-check.ts";
import { callHost, type HostAnswer, type HostUnderTest } from "./host-under-test.ts";
import { createdRun, type Witness } from "./witness.ts";

const noop = "conformance-noop";

/** Runs, their log and their errors, on the workflow that does nothing. */
export const runChecks: readonly HostCheck[] = [
  {
    id: "runs/log",
    title: "a run is created, ends, and its log counts from 0 without gaps, between run.started and its end",
    check: onNoop(async (host) => {
      const created = await create(host);
      const runId = createdRun(created, 201);
      const log = await ended(host, runId);
      const sequences = log.map(({ sequence }) => sequence);
      return outcomeOf(
        problemsOf(
          [
            JSON.stringify(sequences) !== JSON.stringify(sequences.map((_, index) => index)),
            `sequences ${sequences.join(", ")}`,
          ],
          [log[0]?.type !== "run.started", `it begins with ${String(log[0]?.type)}`],
          [log.at(-1)?.type !== "run.completed", `it ends with ${String(log.at(-1)?.type)}`],
          [new Set(log.map(({ eventId }) => eventId)).size !== log.length, "an event id occurs twice"],
        ),
      );
    }),
  },
  {
    id: "runs/poll-cursor",
    title: "polling goes on after a sequence, 0 included, and knows nothing past the end",
    check: onNoop(async (host) => {
      const runId = createdRun(await create(host), 201);
      const log = await ended(host, runId);
      const [afterFirst, past, words] = await Promise.all(
        ["0", "99999", "many"].map((last) => callHost(host, `${pollPath(runId)}?lastSequence=${last}&timeout=1`)),
      );
      return outcomeOf(
        problemsOf(
          [parseLog(afterFirst?.body)?.length !== log.length - 1, "after 0 it does not serve the rest"],
          [past?.status !== 200 || parseLog(past.body)?.length !== 0, "past the end it does not serve an empty list"],
          [words?.status !== 400, `a cursor in words is answered with ${String(words?.status)}`],
        ),
      );
    }),
  },
  {
    id: "runs/idempotency",
    title: "one idempotency key makes one run, whatever the order of its body's keys, and refuses another body",
    check: onNoop(async (host) => {
      const headers = { "idempotency-key": `check-${Date.now()}-${Math.random().toString(36).slice(2)}` };
      const ask = (body: unknown) => callHost(host, "/v1/runs", { method: "POST", body, headers });
      const first = await ask({ workflowId: noop, inputs: { a: 1, b: 2 } });
      const again = await ask({ inputs: { b: 2, a: 1 }, workflowId: noop });
      const other = await ask({ workflowId: noop, inputs: { a: 2 } });
      return outcomeOf(
        problemsOf(
          [createdRun(first, 201) !== createdRun(again, 201), "the same request made two runs"],
          [again.headers.get("openwop-idempotent-replay") !== "true", "the answer does not say that it is kept"],
          [
            other.status !== 409 || codeOf(other) !== "idempotency_key_mismatch",
            `another body is answered with ${other.status} ${codeOf(other)}`,
          ],
        ),
      );
    }),
  },
  {
    id: "runs/errors",
    title: "errors are closed: a code, a message and details, whatever went wrong",
    async check(host) {
      const answers = await Promise.all([
        callHost(host, "/v1/runs/none"),
        callHost(host, "/v1/runs", { method: "POST", body: "{" }),
        callHost(host, "/v1/runs", { method: "POST", body: {} }),
        callHost(host, "/v1/runs", { method: "POST", body: { workflowId: "none" } }),
        callHost(host, "/v1/nothing-here"),
        callHost(host, "/v1/runs/none", { apiKey: null }),
        callHost(host, "/v1/runs/none/artifacts/none", { apiKey: "wrong" }),
      ]);
      const statuses = answers.map(({ status }) => status);
      return outcomeOf(
        problemsOf(
          [statuses.join() !== "404,400,400,404,404,401,401", `statuses are ${statuses.join(", ")}`],
          [!answers.every(({ body }) => isEnvelope(body)), "a body is no closed error"],
        ),
      );
    },
  },
  {
    id: "runs/tenants",
    title: "a tenant sees nothing of another's runs",
    check: onNoop(async (host) => {
      if (host.otherApiKey === undefined) return inapplicable("no token of another tenant was given");
      const runId = createdRun(await create(host), 201);
      await ended(host, runId);
      const apiKey = host.otherApiKey;
      const [run, events, listed] = await Promise.all(
        [`/v1/runs/${encodeURIComponent(runId)}`, pollPath(runId), "/v1/runs?limit=100"].map((path) =>
          callHost(host, path, { apiKey }),
        ),
      );
      const isListed = JSON.stringify(listed?.body ?? "").includes(runId);
      return outcomeOf(
        problemsOf(
          [run?.status !== 404 && run?.status !== 403, `the run is answered with ${String(run?.status)}`],
          [events?.status !== 404 && events?.status !== 403, `its log is answered with ${String(events?.status)}`],
          [isListed, "it is listed"],
        ),
      );
    }),
  },
  {
    id: "runs/fork-errors",
    title: "a fork from nowhere, of nothing or with an overlay on a replay is refused",
    check: onNoop(async (host, witness) => {
      if (!(await witness.capabilities()).replayModes.includes("replay"))
        return inapplicable("no replay is advertised");
      const runId = createdRun(await create(host), 201);
      await ended(host, runId);
      const fork = (id: string, body: object) =>
        callHost(host, `/v1/runs/${encodeURIComponent(id)}:fork`, { method: "POST", body });
      const answers = await Promise.all([
        fork(runId, { mode: "replay", fromSeq: -1 }),
        fork(runId, { mode: "replay", fromSeq: 99_999 }),
        fork(runId, { mode: "replay", fromSeq: 0, runOptionsOverlay: { tags: ["a"] } }),
        fork(runId, { mode: "again", fromSeq: 0 }),
        fork(runId, { mode: "branch" }),
        fork("none", { mode: "replay", fromSeq: 0 }),
      ]);
      const statuses = answers.map(({ status }) => status).join();
      return outcomeOf(problemsOf([statuses !== "400,422,400,400,400,404", `statuses are ${statuses}`]));
    }),
  },
];

function onNoop(check: (host: HostUnderTest, witness: Witness) => ReturnType<HostCheck["check"]>): HostCheck["check"] {
  return async (host, witness) => {
    const { fixtures } = await witness.capabilities();
    return fixtures.includes(noop) ? check(host, witness) : inapplicable(`the host does not serve ${noop}`);
  };
}

function create(host: HostUnderTest): Promise<HostAnswer> {
  return callHost(host, "/v1/runs", { method: "POST", body: { workflowId: noop } });
}

/** Polls until the log is complete. */
async function ended(host: HostUnderTest, runId: string): Promise<NonNullable<ReturnType<typeof parseLog>>> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { body } = await callHost(host, `${pollPath(runId)}?timeout=1`);
    const log = parseLog(body);
    if (log === undefined) throw new Error("polling serves no events");
    if (isObject(body) && body["isComplete"] === true) return log;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`the run ${runId} does not end`);
}

function pollPath(runId: string): string {
  return `/v1/runs/${encodeURIComponent(runId)}/events/poll`;
}

function codeOf({ body }: HostAnswer): string {
  return isObject(body) ? String(body["error"]) : "";
}

function isEnvelope(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { error, message, details, ...others } = body;
  const isTold = isString(error) && /^[a-z][a-z0-9_.]*$/.test(error) && isString(message) && message !== "";
  return isTold && (details === undefined || isObject(details)) && Object.keys(others).length === 0;
}
