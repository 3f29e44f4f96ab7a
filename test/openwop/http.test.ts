import { conformanceFixtures } from "@plimsoll/openwop";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifies } from "../verifies.ts";
import { callHost } from "./call-host.ts";
import { ended, logOf, runToEnd, start } from "./run-host.ts";
import { type StartedHost, startHost } from "./started-host.ts";
import { workerAgent } from "./worker-agent.ts";

let host: StartedHost;
beforeAll(async () => {
  const agent = workerAgent({ turns: [[{ text: "found it" }]], world: { modelCalls: 0, work: 0 } });
  host = await startHost({ workflows: [...conformanceFixtures(), agent], keepAliveMs: 20, maxRequestBodyBytes: 2_000 });
});
afterAll(async () => {
  await host.server.close();
  expect(host.errors).toEqual([]);
});

interface Frame {
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
}

/** Reads a stream to its end. */
async function stream(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await callHost(host, path, { headers: { accept: "text/event-stream", ...headers } });
  const frames = answer.text
    .split("\n\n")
    .filter((part) => part.startsWith("id: "))
    .map((part): Frame => {
      const [id = "", event = "", data = ""] = part.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
      return { id: Number(id), event, data: JSON.parse(data) };
    });
  return { ...answer, frames };
}

describe("an event stream", () => {
  it("shows what is there, then what comes, and ends with the run", async () => {
    verifies("openwop/stream/frames");
    const runId = await start(host, { workflowId: "conformance-delay", inputs: { delayMs: 60 } });
    const { frames, text, headers } = await stream(`/v1/runs/${runId}/events?streamMode=debug`);
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(frames.map(({ data }) => data)).toEqual(await logOf(host, runId));
    expect(frames.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
    expect(frames.at(-1)?.event).toBe("run.completed");
    expect(text).toContain(": keep-alive\n\n");
  });

  it("goes on after the last event the client has, and never repeats it", async () => {
    verifies("openwop/stream/resume");
    const { runId, log } = await runToEnd(host, { workflowId: "conformance-multi-node" });
    for (const last of [0, 2, log.length - 2]) {
      const { frames } = await stream(`/v1/runs/${runId}/events?streamMode=debug`, { "last-event-id": String(last) });
      expect(frames.map(({ id }) => id)).toEqual(log.slice(last + 1).map(({ sequence }) => sequence));
    }
    const { frames, status } = await stream(`/v1/runs/${runId}/events`, { "last-event-id": String(log.length - 1) });
    expect([status, frames.length]).toEqual([200, 0]);
  });

  it("shows updates by default, snapshots as values, nothing as messages, and a union where several are asked for", async () => {
    verifies("openwop/stream/modes");
    verifies("rfc-0111/compatibility/unknown-event-ignored");
    const { runId } = await runToEnd(host, { workflowId: "worker-loop" });
    const typesIn = async (mode: string) =>
      (await stream(`/v1/runs/${runId}/events${mode}`)).frames.map(({ event }) => event);
    const updates = await typesIn("");
    expect(updates).toContain("node.dispatched");
    expect(
      updates.filter((type) => /^(?:node\.started|runOrchestrator|agent|core|provider|context)/.test(type)),
    ).toEqual([]);
    expect(new Set(await typesIn("?streamMode=values"))).toEqual(new Set(["state.snapshot"]));
    expect(await typesIn("?streamMode=messages")).toEqual([]);
    expect(await typesIn("?streamMode=updates,messages")).toEqual(updates);
    const log = await logOf(host, runId);
    expect(await typesIn("?streamMode=updates,debug")).toEqual(log.map(({ type }) => type));
  });

  it("gathers events in batches where that is asked for, and flushes at the end", async () => {
    verifies("openwop/stream/buffer");
    const runId = await start(host, { workflowId: "conformance-delay", inputs: { delayMs: 40 } });
    const { frames } = await stream(`/v1/runs/${runId}/events?streamMode=debug&bufferMs=5000`);
    expect(frames.map(({ event }) => event)).toEqual(["batch"]);
    expect(frames[0]?.data).toEqual(await logOf(host, runId));
  });

  it("is JSON where that is asked for", async () => {
    verifies("openwop/stream/json");
    const { runId, log } = await runToEnd(host, { workflowId: "conformance-noop" });
    const { body } = await callHost(host, `/v1/runs/${runId}/events`, { headers: { accept: "application/json" } });
    expect(body).toEqual({ events: log, isComplete: true });
  });

  it.each([
    ["streamMode=all", 400, "unsupported_stream_mode"],
    ["streamMode=values,updates", 400, "unsupported_stream_mode"],
    ["streamMode=", 400, "unsupported_stream_mode"],
    ["bufferMs=-1", 400, "validation_error"],
    ["bufferMs=5001", 400, "validation_error"],
    ["bufferMs=soon", 400, "validation_error"],
  ])("is refused before anything is negotiated: %s", async (query, status, error) => {
    verifies("openwop/stream/validated-first");
    const { runId } = await runToEnd(host, { workflowId: "conformance-noop" });
    for (const accept of ["application/json", "text/event-stream"]) {
      const answer = await callHost(host, `/v1/runs/${runId}/events?${query}`, { headers: { accept } });
      expect([answer.status, answer.body["error"]]).toEqual([status, error]);
    }
  });

  it("lets go of a client that leaves", async () => {
    const runId = await start(host, { workflowId: "conformance-cancellable" });
    const aborter = new AbortController();
    const response = await fetch(`${host.baseUrl}/v1/runs/${runId}/events`, {
      headers: { authorization: "Bearer key-a" },
      signal: aborter.signal,
    });
    await response.body?.getReader().read();
    aborter.abort();
    await callHost(host, `/v1/runs/${runId}/cancel`, { method: "POST", body: {} });
    expect((await ended(host, runId))["status"]).toBe("cancelled");
  });
});

describe("a run", () => {
  it("keeps what it was created with, and says what became of it", async () => {
    verifies("openwop/runs/snapshot");
    const body = {
      workflowId: "conformance-identity",
      inputs: { greeting: "héllo", nested: { list: [1, null] } },
      configurable: { model: "any", temperature: 0.5 },
      tags: ["one"],
      metadata: { who: "a test" },
    };
    const { snapshot } = await runToEnd(host, body);
    const { inputs, ...kept } = body;
    expect(snapshot).toMatchObject({ ...kept, status: "completed", variables: inputs });
    expect(snapshot["nodeStates"]).toEqual({ identity: { status: "completed" } });
  });

  it("is cancelled once, and stays as it ended", async () => {
    verifies("openwop/runs/cancel");
    const runId = await start(host, { workflowId: "conformance-cancellable" });
    const cancel = () => callHost(host, `/v1/runs/${runId}/cancel`, { method: "POST", body: { reason: "enough" } });
    expect(["cancelling", "cancelled"]).toContain((await cancel()).body["status"]);
    await ended(host, runId);
    expect((await cancel()).body).toEqual({ runId, status: "cancelled" });
    const log = await logOf(host, runId);
    expect(log.map(({ type }) => type)).toEqual([
      "run.started",
      "node.started",
      "plimsoll.cancel_requested",
      "run.cancelled",
    ]);
    expect(log.at(-1)?.payload).toEqual({ reason: "enough" });
  });

  it("fails with the error of its node", async () => {
    verifies("openwop/runs/failed-error");
    const { snapshot, log } = await runToEnd(host, { workflowId: "conformance-failure" });
    expect(snapshot).toMatchObject({ status: "failed", error: { code: "conformance_failure" } });
    expect(log.at(-1)?.payload).toMatchObject({ failedNodeId: "failure" });
  });

  it("is one of many at once, each with a whole log", async () => {
    verifies("openwop/runs/create", "openwop/events/sequence");
    const runs = await Promise.all(
      Array.from({ length: 20 }, () => runToEnd(host, { workflowId: "conformance-multi-node" })),
    );
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(20);
    for (const { log } of runs) expect(log.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("is not sent again where nothing happened", async () => {
    verifies("openwop/runs/snapshot-etag");
    const { runId, log } = await runToEnd(host, { workflowId: "conformance-noop" });
    const { headers } = await callHost(host, `/v1/runs/${runId}`);
    expect(headers.get("etag")).toBe(`"${runId}.${log.length - 1}"`);
    const again = await callHost(host, `/v1/runs/${runId}`, {
      headers: { "if-none-match": headers.get("etag") ?? "" },
    });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it("is cancelled with others, each told apart", async () => {
    verifies("openwop/runs/bulk-cancel");
    const runId = await start(host, { workflowId: "conformance-cancellable" });
    const { status, body } = await callHost(host, "/v1/runs:bulk-cancel", {
      method: "POST",
      body: { runIds: ["none", runId] },
    });
    expect(status).toBe(200);
    expect(body["results"]).toMatchObject([
      { runId: "none", ok: false, error: { code: "not_found" } },
      { runId, ok: true },
    ]);
    expect((await ended(host, runId))["status"]).toBe("cancelled");
  });

  it("knows the run that dispatched it", async () => {
    verifies("openwop/runs/ancestry", "openwop/events/child-runs");
    const { runId, log } = await runToEnd(host, { workflowId: "worker-loop" });
    const child = String(log.find(({ type }) => type === "node.dispatched")?.payload["childRunId"]);
    const { body } = await callHost(host, `/v1/runs/${child}/ancestry`);
    expect(body).toEqual({
      runId: child,
      hostId: "host-under-test",
      parent: { runId, hostId: "host-under-test", cause: "core.dispatch" },
    });
    expect((await callHost(host, `/v1/runs/${runId}/ancestry`)).body["parent"]).toBeNull();
    expect((await callHost(host, `/v1/runs/${child}`)).body).toMatchObject({
      status: "completed",
      workflowId: "worker",
      parentRunId: runId,
    });
  });
});

describe("a poll", () => {
  it("waits for events where a time-out is given, and no longer than for the first", async () => {
    verifies("openwop/poll/wait");
    const runId = await start(host, { workflowId: "conformance-delay", inputs: { delayMs: 40 } });
    await callHost(host, `/v1/runs/${runId}/events/poll?lastSequence=0&timeout=5`);
    const { body } = await callHost(host, `/v1/runs/${runId}/events/poll?lastSequence=1&timeout=5`);
    expect((body["events"] as unknown[]).length).toBeGreaterThan(0);
  });

  it("is complete when the last event is in it, not before", async () => {
    verifies("openwop/poll/complete");
    const { runId } = await runToEnd(host, { workflowId: "conformance-multi-node" });
    const poll = async (query: string) => (await callHost(host, `/v1/runs/${runId}/events/poll?${query}`)).body;
    expect(await poll("limit=3")).toMatchObject({
      isComplete: false,
      isTerminal: true,
      lastSequence: 7,
      status: "completed",
    });
    expect(await poll("lastSequence=5")).toMatchObject({ isComplete: true });
    expect(await poll("since=99")).toMatchObject({ isComplete: true, events: [] });
  });
});

describe("a request", () => {
  it.each<[string, object | string]>([
    ["an unknown key", { workflowId: "conformance-noop", priority: 1 }],
    ["inputs that are a list", { workflowId: "conformance-noop", inputs: [] }],
    ["a temperature over 2", { workflowId: "conformance-noop", configurable: { temperature: 3 } }],
    ["a recursion limit of 0", { workflowId: "conformance-noop", configurable: { recursionLimit: 0 } }],
    ["a mock provider", { workflowId: "conformance-noop", configurable: { mockProvider: { id: "any" } } }],
    ["a tag of 257 characters", { workflowId: "conformance-noop", tags: ["x".repeat(257)] }],
    ["no workflow", {}],
    ["a list", "[]"],
    ["half a body", '{"workflowId":'],
  ])("to create a run is refused with %s, by name and without its values", async (_what, body) => {
    verifies("openwop/runs/create-closed");
    const answer = await callHost(host, "/v1/runs", { method: "POST", body });
    expect([answer.status, answer.body["error"]]).toEqual([400, "validation_error"]);
    expect(answer.text).not.toContain("xxxx");
  });

  it("of more bytes than are read is refused", async () => {
    verifies("openwop/errors/body-limit");
    const body = { workflowId: "conformance-noop", metadata: { text: "é".repeat(1_000) } };
    const answer = await callHost(host, "/v1/runs", { method: "POST", body });
    expect([answer.status, answer.body["error"], answer.body["details"]]).toEqual([
      413,
      "payload_too_large",
      { maxRequestBodyBytes: 2_000 },
    ]);
  });

  it("without a scope is refused, with it is not", async () => {
    verifies("openwop/auth/scopes");
    const denied = await callHost(host, "/v1/runs", {
      method: "POST",
      body: { workflowId: "conformance-noop" },
      apiKey: "read-only",
    });
    expect([denied.status, denied.body["error"], denied.body["details"]]).toEqual([
      403,
      "forbidden",
      { requiredScopes: ["runs:create"] },
    ]);
    expect((await callHost(host, "/v1/runs", { apiKey: "read-only" })).status).toBe(200);
  });

  it("without credentials is refused before anything else is said", async () => {
    verifies("openwop/auth/before-existence");
    const asked = [
      "/v1/runs",
      "/v1/runs/none",
      "/v1/runs/none/artifacts/none",
      "/v1/workflows/none",
      "/v1/nothing",
      "/v1/host/sample/anything",
    ];
    for (const path of asked) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const answer = await callHost(host, path, { method, apiKey: null });
        expect([path, method, answer.status, answer.body["error"]]).toEqual([path, method, 401, "unauthenticated"]);
      }
    }
  });

  it("of a method that is none here is refused by name", async () => {
    verifies("openwop/errors/method");
    const answer = await callHost(host, "/v1/runs/none/artifacts/none", { method: "DELETE" });
    expect([answer.status, answer.body["error"], answer.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "GET",
    ]);
  });

  it("under one key is done once, also by many at once, and by nobody else's key", async () => {
    verifies("openwop/idempotency/once");
    const ask = (apiKey: string) =>
      callHost(host, "/v1/runs", {
        method: "POST",
        body: { workflowId: "conformance-noop" },
        headers: { "idempotency-key": "same" },
        apiKey,
      });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask("key-a")));
    const created = answers.filter(({ status }) => status === 201).map(({ body }) => body["runId"]);
    expect(new Set(created).size).toBe(1);
    expect(answers.filter(({ status, body }) => status !== 201 && body["error"] !== "idempotency_in_flight")).toEqual(
      [],
    );
    const other = await ask("key-b");
    expect(other.body["runId"]).not.toBe(created[0]);
  });

  it("that was wrong may be made again under its key", async () => {
    verifies("openwop/idempotency/not-kept");
    const headers = { "idempotency-key": "mended" };
    const wrong = await callHost(host, "/v1/runs", { method: "POST", body: { workflowId: "" }, headers });
    const right = await callHost(host, "/v1/runs", {
      method: "POST",
      body: { workflowId: "conformance-noop" },
      headers,
    });
    expect([wrong.status, right.status]).toEqual([400, 201]);
  });
});

describe("the OpenAPI document", () => {
  it("has every route, and what the host answers is as it says", async () => {
    verifies("openwop/open-api/public");
    const { body } = await callHost(host, "/v1/openapi.json", { apiKey: null });
    const paths = body["paths"] as Readonly<
      Record<string, Readonly<Record<string, { readonly responses: Responses }>>>
    >;
    const { runId } = await runToEnd(host, { workflowId: "worker-loop" });
    const asked: readonly (readonly [string, string, string])[] = [
      ["/v1/runs", "get", "/v1/runs?limit=3"],
      ["/v1/runs/{runId}", "get", `/v1/runs/${runId}`],
      ["/v1/runs/{runId}", "get", "/v1/runs/none"],
      ["/v1/runs/{runId}/events/poll", "get", `/v1/runs/${runId}/events/poll`],
      ["/v1/runs/{runId}/ancestry", "get", `/v1/runs/${runId}/ancestry`],
      ["/v1/workflows/{workflowId}", "get", "/v1/workflows/worker-loop"],
      ["/.well-known/openwop", "get", "/.well-known/openwop"],
      [
        "/v1/host/sample/agent/transcript-window",
        "get",
        `/v1/host/sample/agent/transcript-window?runId=${runId}&iteration=1`,
      ],
      ["/v1/host/sample/test/runs/{runId}/events", "get", `/v1/host/sample/test/runs/${runId}/events`],
    ];
    for (const [path, method, url] of asked) {
      const answer = await callHost(host, url);
      const schema = paths[path]?.[method]?.responses[answer.status]?.content?.["application/json"].schema;
      expect([path, schema === undefined]).toEqual([path, false]);
      const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema ?? {});
      expect([path, isValid(answer.body), isValid.errors]).toEqual([path, true, null]);
    }
    expect(Object.keys(paths).sort()).toEqual([...servedPaths].sort());
  });
});

type Responses = Readonly<
  Record<number, { readonly content?: { readonly "application/json": { readonly schema: object } } }>
>;

const servedPaths = [
  "/.well-known/openwop",
  "/v1/openapi.json",
  "/v1/runs",
  "/v1/runs:bulk-cancel",
  "/v1/runs/{runId}",
  "/v1/runs/{runId}:fork",
  "/v1/runs/{runId}/cancel",
  "/v1/runs/{runId}/events",
  "/v1/runs/{runId}/events/poll",
  "/v1/runs/{runId}/artifacts/{artifactId}",
  "/v1/runs/{runId}/ancestry",
  "/v1/workflows/{workflowId}",
  "/v1/host/sample/agent/transcript-window",
  "/v1/host/sample/test/runs/{runId}/events",
  "/v1/host/sample/test/llm-cache-key",
];

describe("the seams", () => {
  it("are not there unless they are asked for twice", async () => {
    verifies("openwop/seams/gated");
    for (const options of [
      { seams: false },
      { seams: true, environment: {} },
      { seams: true, environment: { OPENWOP_TEST_SEAM_ENABLED: "1" } },
    ]) {
      const closed = await startHost({ workflows: conformanceFixtures(), ...options });
      const answer = await callHost(closed, "/v1/host/sample/test/runs/__probe__/events");
      expect(answer.status).toBe(404);
      await closed.server.close();
    }
  });

  it("give the key of a model request, whatever the order of its tools and keys", async () => {
    verifies("openwop/cache-key/recipe");
    const ask = async (body: object) => callHost(host, "/v1/host/sample/test/llm-cache-key", { method: "POST", body });
    const tools = [
      { name: "b", parameters: {} },
      { name: "a", parameters: {} },
    ];
    const messages = [{ role: "user", content: "hi" }];
    const one = await ask({ provider: "OpenAI", model: "gpt", messages, tools, temperature: 0 });
    const other = await ask({
      temperature: 0,
      tools: [...tools].reverse(),
      messages,
      model: "gpt",
      provider: "openai",
    });
    expect(one.body["cacheKey"]).toMatch(/^[0-9a-f]{64}$/);
    expect(other.body).toEqual(one.body);
    expect((await ask({ provider: "openai", model: "gpt", messages, tools })).body).not.toEqual(one.body);
    expect([(await ask({ provider: "openai" })).status, (await ask({ provider: "openai" })).body["error"]]).toEqual([
      400,
      "invalid_argument",
    ]);
  });
});
