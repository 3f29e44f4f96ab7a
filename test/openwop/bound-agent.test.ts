import { AIMessage, HumanMessage } from "@langchain/core/messages";
import type { Workflow } from "@plimsoll/openwop";
import { bindAgent, type InvokableAgent } from "@plimsoll/openwop/langchain";
import {
  type AgentMiddleware,
  createAgent,
  createMiddleware,
  fakeModel,
  humanInTheLoopMiddleware,
  modelRetryMiddleware,
  tool,
  toolRetryMiddleware,
} from "langchain";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { verifies } from "../verifies.ts";
import { callHost } from "./call-host.ts";
import { ended, forkToEnd, runToEnd, start, told } from "./run-host.ts";
import { type StartedHost, startHost } from "./started-host.ts";

const bound = (agent: (middleware: readonly AgentMiddleware[]) => InvokableAgent): Workflow =>
  bindAgent({
    id: "bound",
    supervisor: { agentId: "test.supervisor" },
    task: () => "Do it.",
    budget: { contextWindow: 100_000 },
    agent,
  });

const callTo = (name: string, id: string) =>
  new AIMessage({ id: `ai-${id}`, content: "", tool_calls: [{ id, name, args: {} }] });
const done = () => new AIMessage({ id: "done", content: "done" });

const look = tool(() => "found", { name: "look", description: "Looks.", schema: z.object({}) });

/** Their types are made for another setting of the compiler than ours. */
const asMiddleware = (middleware: unknown) => middleware as AgentMiddleware;

type HostOptions = Partial<Parameters<typeof startHost>[0]>;

async function withHost<T>(
  workflow: Workflow,
  options: HostOptions,
  act: (host: StartedHost) => Promise<T>,
): Promise<T> {
  const host = await startHost({ workflows: [workflow], ...options });
  try {
    return await act(host);
  } finally {
    await host.server.close();
  }
}

const run = (workflow: Workflow, options: HostOptions = {}) =>
  withHost(workflow, options, async (host) => {
    const source = await runToEnd(host, { workflowId: "bound" });
    const replay = await forkToEnd(host, source.runId, { mode: "replay", fromSeq: 0 });
    expect(told(replay.log)).toEqual(told(source.log));
    return { ...source, types: source.log.map(({ type }) => type), errors: host.errors };
  });

describe("a bound agent", () => {
  it("tells of one turn in the order of the protocol", async () => {
    const { log } = await run(
      bound((middleware) =>
        createAgent({
          model: fakeModel().respond(callTo("look", "1")).respond(done()),
          tools: [look],
          middleware: [...middleware],
        }),
      ),
    );
    const phases = log.map(({ type, payload }) =>
      type === "core.workflowChain.event" ? String(payload["phase"]) : type,
    );
    expect(phases).toEqual([
      "run.started",
      "node.started",
      "runOrchestrator.decided",
      "node.completed",
      "node.started",
      "dispatch.began",
      "node.dispatched",
      "dispatch.succeeded",
      "child.completed",
      "agent.toolReturned",
      "node.completed",
      "node.started",
      "runOrchestrator.decided",
      "node.completed",
      "run.completed",
    ]);
    const causeOf = (phase: number) => log.findIndex(({ eventId }) => eventId === log[phase]?.causationId);
    expect([5, 6, 7, 8, 9].map(causeOf)).toEqual([2, 5, 5, 7, 8]);
    expect(log[2]?.payload["decision"]).toEqual({ kind: "next-worker", nextWorkerIds: ["look"] });
    expect(log[12]?.payload["decision"]).toEqual({ kind: "terminate", reason: "answered" });
  });

  it("takes no more turns than it may, and says so", async () => {
    const endless = () =>
      fakeModel().respond(callTo("look", "1")).respond(callTo("look", "2")).respond(callTo("look", "3"));
    const workflow = bound((middleware) =>
      createAgent({ model: endless(), tools: [look], middleware: [...middleware] }),
    );
    const { snapshot, log } = await run(workflow, { maxLoopIterations: 2 });
    expect(snapshot).toMatchObject({ status: "failed", error: { code: "loop_limit_exceeded", details: { limit: 2 } } });
    const breached = log.find(({ type }) => type === "cap.breached");
    expect(breached?.payload).toEqual({ kind: "loop-iterations", limit: 2, observed: 3, nodeId: "supervisor" });
  });

  it("takes no more turns than its run asked for, and is made by what its run was created with", async () => {
    const endless = () => fakeModel().respond(callTo("look", "1")).respond(callTo("look", "2"));
    const seen: unknown[] = [];
    const workflow = bindAgent({
      id: "bound",
      supervisor: { agentId: "test.supervisor" },
      task: () => "Do it.",
      agent: (middleware, { configurable }) => {
        seen.push(configurable["temperature"]);
        return createAgent({ model: endless(), tools: [look], middleware: [...middleware] });
      },
    });
    await withHost(workflow, {}, async (host) => {
      const body = { workflowId: "bound", configurable: { recursionLimit: 1, temperature: 0.2 } };
      const source = await runToEnd(host, body);
      expect(source.snapshot).toMatchObject({ error: { code: "loop_limit_exceeded", details: { limit: 1 } } });
      const replay = await forkToEnd(host, source.runId, { mode: "replay", fromSeq: 0 });
      expect(told(replay.log)).toEqual(told(source.log));
      expect(seen).toEqual([0.2, 0.2]);
    });
  });

  it("fails its turn where the model fails, without the model's words, and so does its replay", async () => {
    const broken = () => fakeModel().respond(new RangeError("secret words"));
    const { snapshot, log, types } = await run(
      bound((middleware) => createAgent({ model: broken(), tools: [], middleware: [...middleware] })),
    );
    expect(snapshot).toMatchObject({
      status: "failed",
      error: { code: "model_call_failed", message: "The model call failed with RangeError." },
    });
    expect(types).toContain("node.failed");
    expect(JSON.stringify(log)).not.toContain("secret");
  });

  it("lets middleware outside ask the model again, within the same turn", async () => {
    const flaky = () => fakeModel().respond(new Error("busy")).respond(done());
    const retry = asMiddleware(modelRetryMiddleware({ initialDelayMs: 0, jitter: false }));
    const { snapshot, log } = await run(
      bound((middleware) => createAgent({ model: flaky(), tools: [], middleware: [retry, ...middleware] })),
    );
    expect(snapshot["status"]).toBe("completed");
    expect(
      log.filter(({ type }) => type === "runOrchestrator.decided").map(({ payload }) => payload["iteration"]),
    ).toEqual([1]);
  });

  it("lets middleware outside try a worker again; the last result counts, and each try is a run", async () => {
    const { log, types, childRuns } = await withHost(
      bound((middleware) => {
        let tries = 0;
        const flaky = tool(
          () => {
            if (++tries < 3) throw new Error("busy");
            return "found";
          },
          { name: "flaky", description: "Fails twice.", schema: z.object({}) },
        );
        const again = createMiddleware({
          name: "again",
          wrapToolCall: async (request, handler) => {
            for (let left = 3; ; left--) {
              const result = await handler(request);
              if (left === 0 || Reflect.get(result, "status") !== "error") return result;
            }
          },
        });
        return createAgent({
          model: fakeModel().respond(callTo("flaky", "1")).respond(done()),
          tools: [flaky],
          middleware: [again, ...middleware],
        });
      }),
      {},
      async (host) => {
        const source = await runToEnd(host, { workflowId: "bound" });
        const listed = (await callHost(host, "/v1/runs?limit=50")).body["runs"] as readonly {
          readonly parentRunId?: string;
          readonly status: string;
        }[];
        const replay = await forkToEnd(host, source.runId, { mode: "replay", fromSeq: 0 });
        expect(told(replay.log)).toEqual(told(source.log));
        return {
          ...source,
          types: source.log.map(({ type }) => type),
          childRuns: listed.filter(({ parentRunId }) => parentRunId === source.runId),
        };
      },
    );
    expect(types.filter((type) => type === "agent.toolReturned").length).toBe(1);
    expect(log.find(({ type }) => type === "agent.toolReturned")?.payload["status"]).toBe("ok");
    expect(childRuns.map(({ status }) => status).sort()).toEqual(["completed", "failed", "failed"]);
  });

  it("tells the supervisor of a worker that fails, and goes on", async () => {
    const broken = tool(
      () => {
        throw new Error("the disk is full");
      },
      { name: "look", description: "Looks.", schema: z.object({}) },
    );
    const seen: string[] = [];
    const workflow = bound((middleware) =>
      createAgent({
        model: fakeModel()
          .respond(callTo("look", "1"))
          .respond((messages) => {
            seen.push(messages.at(-1)?.text ?? "");
            return done();
          }),
        tools: [broken],
        middleware: [asMiddleware(toolRetryMiddleware({ maxRetries: 0 })), ...middleware],
      }),
    );
    const { snapshot, log } = await run(workflow);
    expect(snapshot["status"]).toBe("completed");
    expect(seen).toEqual(["the disk is full"]);
    expect(log.some(({ payload }) => payload["phase"] === "child.failed")).toBe(true);
    expect(JSON.stringify(log)).not.toContain("disk");
  });

  it("feeds and stores only what was redacted", async () => {
    const secret = "sk-12345";
    const seen: string[] = [];
    const leak = tool(() => `the key is ${secret}`, {
      name: "leak",
      description: "Leaks.",
      schema: z.object({ note: z.string() }),
    });
    const leaking = new AIMessage({
      id: "a",
      content: `I use ${secret}`,
      tool_calls: [{ id: "1", name: "leak", args: { note: secret } }],
    });
    const workflow = bound((middleware) =>
      createAgent({
        model: fakeModel()
          .respond(leaking)
          .respond((messages) => {
            seen.push(JSON.stringify(messages));
            return done();
          }),
        tools: [leak],
        middleware: [...middleware],
      }),
    );
    await withHost(workflow, { redact: (text) => text.replaceAll(secret, "[key]") }, async (host) => {
      const { runId } = await runToEnd(host, { workflowId: "bound" });
      const kinds = ["text", "window", "answer", "outcome", "result"] as const;
      const stored = await Promise.all(kinds.map((kind) => host.store.listDocuments(runId, kind)));
      expect(JSON.stringify([stored, seen])).not.toContain(secret);
      expect(seen.join("")).toContain("[key]");
    });
  });

  it.each<[string, string, (middleware: readonly AgentMiddleware[]) => InvokableAgent]>([
    [
      "structured output",
      "answer_not_supported",
      (middleware) =>
        createAgent({
          model: fakeModel().respond(done()),
          tools: [],
          responseFormat: z.object({ ok: z.boolean() }),
          middleware: [...middleware],
        }),
    ],
    [
      "middleware that adds messages of its own",
      "transcript_entry_without_event",
      (middleware) =>
        createAgent({
          model: fakeModel().respond(done()),
          tools: [],
          middleware: [
            createMiddleware({
              name: "adds",
              wrapModelCall: (request, handler) =>
                handler({
                  ...request,
                  messages: [new HumanMessage({ id: "x", content: "more" }), ...request.messages],
                }),
            }),
            ...middleware,
          ],
        }),
    ],
    [
      "an interrupt for a human",
      "interrupt_not_supported",
      (middleware) =>
        createAgent({
          model: fakeModel().respond(callTo("look", "1")),
          tools: [look],
          checkpointer: new MemorySaver(),
          middleware: [asMiddleware(humanInTheLoopMiddleware({ interruptOn: { look: true } } as never)), ...middleware],
        }),
    ],
  ])("fails with an error that says so where it has %s", async (_what, code, agent) => {
    await withHost(bound(agent), {}, async (host) => {
      const { snapshot } = await runToEnd(host, { workflowId: "bound" });
      expect(snapshot).toMatchObject({ status: "failed", error: { code } });
      expect(host.errors).toEqual([]);
    });
  });

  it("tells once where its replay says something else, and asks nobody to go on", async () => {
    verifies("openwop/fork/diverged");
    const scripts = [() => fakeModel().respond(callTo("look", "1")).respond(done())];
    let prompt = "You look.";
    const agent = (middleware: readonly AgentMiddleware[]) =>
      createAgent({
        model: scripts[0]?.() ?? fakeModel(),
        tools: [look],
        systemPrompt: prompt,
        middleware: [...middleware],
      });
    await withHost(bound(agent), {}, async (host) => {
      const source = await runToEnd(host, { workflowId: "bound" });
      // The agent was changed since: its requests are no longer those that were answered.
      prompt = "You look twice.";
      const replay = await forkToEnd(host, source.runId, { mode: "replay", fromSeq: 0 });
      expect(replay.snapshot).toMatchObject({ status: "failed", error: { code: "replay_source_missing" } });
      const diverged = replay.log.filter(({ type }) => type === "replay.diverged");
      expect(diverged.map(({ payload }) => payload)).toEqual([
        {
          sourceRunId: source.runId,
          atSequence: 2,
          divergenceKind: "type-mismatch",
          originalEventId: source.log[2]?.eventId,
        },
      ]);
      expect(replay.log.map(({ sequence }) => sequence)).toEqual(replay.log.map((_, index) => index));
    });
  });

  it("is cancelled while its model thinks, and while its worker works", async () => {
    const never = () => new Promise<string>(() => undefined);
    const stuck = tool(never, { name: "look", description: "Never ends.", schema: z.object({}) });
    const workflow = bound((middleware) =>
      createAgent({ model: fakeModel().respond(callTo("look", "1")), tools: [stuck], middleware: [...middleware] }),
    );
    await withHost(workflow, {}, async (host) => {
      const runId = await start(host, { workflowId: "bound" });
      const dispatched = async () =>
        (await host.store.readEvents(runId, -1)).some(({ type }) => type === "node.dispatched");
      while (!(await dispatched())) await new Promise((resolve) => setTimeout(resolve, 2));
      await callHost(host, `/v1/runs/${runId}/cancel`, { method: "POST", body: {} });
      expect((await ended(host, runId))["status"]).toBe("cancelled");
      const replay = await forkToEnd(host, runId, { mode: "replay", fromSeq: 0 });
      expect(replay.snapshot["status"]).toBe("cancelled");
    });
  });

  it("refuses a supervisor whose name is too short or too long", () => {
    for (const agentId of ["ab", "a".repeat(257)])
      expect(() =>
        bindAgent({
          id: "x",
          supervisor: { agentId },
          task: () => "",
          agent: () => createAgent({ model: fakeModel(), tools: [] }),
        }),
      ).toThrow("[invalid_options] bindAgent: supervisor.agentId");
  });
});
