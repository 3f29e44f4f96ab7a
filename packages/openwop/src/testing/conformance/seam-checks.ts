import { isObject } from "../checker/transcript-window.ts";
import { type HostCheck, inapplicable, outcomeOf, problemsOf } from "./host-check.ts";
import { callHost } from "./host-under-test.ts";
import { onPressedRun } from "./transcript-checks.ts";
import { readWindow } from "./witness.ts";

const seams = [
  ["GET", "/v1/host/sample/agent/transcript-window?runId=x&iteration=1"],
  ["GET", "/v1/host/sample/test/runs/x/events"],
  ["POST", "/v1/host/sample/test/llm-cache-key"],
  ["POST", "/v1/host/sample/test/anything-else"],
] as const;

/** The seams an outsider looks through. */
export const seamChecks: readonly HostCheck[] = [
  {
    id: "seams/authenticated",
    title: "a seam serves nothing to who has no credentials",
    async check(host) {
      const asked = seams.map(([method, path]) =>
        callHost(host, path, { method, apiKey: null, ...(method === "POST" ? { body: {} } : {}) }),
      );
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      const open = statuses.filter((status) => ![401, 403, 404, 405, 501].includes(status));
      return outcomeOf(problemsOf([open.length > 0, `statuses are ${statuses.join(", ")}`]));
    },
  },
  {
    id: "seams/parameters",
    title: "the window seam tells a malformed question, an unknown run and a turn that never was apart",
    check: onPressedRun(async ({ host, run }) => {
      const path = "/v1/host/sample/agent/transcript-window";
      const answers = await Promise.all([
        callHost(host, path),
        callHost(host, `${path}?runId=${encodeURIComponent(run.runId)}&iteration=0`),
        callHost(host, `${path}?runId=${encodeURIComponent(run.runId)}&iteration=two`),
        readWindow(host, "none", 1),
      ]);
      const statuses = answers.map(({ status }) => status).join();
      return outcomeOf(problemsOf([statuses !== "400,400,400,404", `statuses are ${statuses}`]));
    }),
  },
  {
    id: "seams/tenants",
    title: "the seams show a tenant nothing of another's runs",
    check: onPressedRun(async ({ host, run }) => {
      if (host.otherApiKey === undefined) return inapplicable("no token of another tenant was given");
      const other = { ...host, apiKey: host.otherApiKey };
      const window = await readWindow(other, run.runId, 1);
      const log = await callHost(other, `/v1/host/sample/test/runs/${encodeURIComponent(run.runId)}/events`);
      const events = isObject(log.body) ? log.body["events"] : undefined;
      const isEmpty = log.status !== 200 || (Array.isArray(events) && events.length === 0);
      return outcomeOf(problemsOf([window.status === 200, "it is shown a window"], [!isEmpty, "it is shown a log"]));
    }),
  },
  {
    id: "seams/log",
    title: "the event seam answers for an unknown run with an empty log, and filters",
    check: onPressedRun(async ({ host, run }) => {
      const probe = await callHost(host, "/v1/host/sample/test/runs/__probe__/events");
      const path = `/v1/host/sample/test/runs/${encodeURIComponent(run.runId)}/events?type=context.summarized`;
      const { body } = await callHost(host, path);
      const filtered = isObject(body) && Array.isArray(body["events"]) ? body["events"].length : -1;
      const expected = run.log.filter(({ type }) => type === "context.summarized").length;
      return outcomeOf(
        problemsOf(
          [probe.status !== 200, `an unknown run is answered with ${probe.status}`],
          [filtered !== expected, `of type context.summarized it serves ${filtered}, not ${expected}`],
        ),
      );
    }),
  },
];
