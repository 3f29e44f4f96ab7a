import { END, MemorySaver, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { bindGraph } from "@plimsoll/openwop/langgraph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { callHost } from "./call-host.ts";
import { ended, fork, runToEnd, start } from "./run-host.ts";
import { type StartedHost, startHost } from "./started-host.ts";
import { verifies } from "../verifies.ts";

const state = new StateSchema({ topic: z.string(), notes: z.string().optional() });

function graphThat(act: () => Promise<{ notes: string }>) {
  return new StateGraph(state)
    .addNode("plan", () => ({ notes: "planned" }))
    .addNode("act", act)
    .addEdge(START, "plan")
    .addEdge("plan", "act")
    .addEdge("act", END)
    .compile({ checkpointer: new MemorySaver() });
}

let host: StartedHost;
beforeAll(async () => {
  const never = () => new Promise<{ notes: string }>(() => undefined);
  host = await startHost({
    workflows: [
      bindGraph({
        id: "notes",
        graph: graphThat(async () => ({ notes: "secret notes" })),
        variables: (last) => ({ notes: String(Reflect.get(last as object, "notes")) }),
      }),
      bindGraph({ id: "stuck", graph: graphThat(never) }),
      bindGraph({
        id: "broken",
        graph: graphThat(async () => {
          throw new Error("secret reason");
        }),
      }),
    ],
  });
});
afterAll(() => host.server.close());

describe("a bound graph", () => {
  it("tells of its nodes, and shows of its state what the binding says", async () => {
    const { log, snapshot } = await runToEnd(host, { workflowId: "notes", inputs: { topic: "ledgers" } });
    expect(log.map(({ type, nodeId = "" }) => `${type} ${nodeId}`.trim())).toEqual([
      "run.started",
      "node.started plan",
      "node.completed plan",
      "node.started act",
      "node.completed act",
      "run.completed",
    ]);
    expect(snapshot["variables"]).toEqual({ notes: "secret notes" });
    expect(JSON.stringify(log)).not.toContain("secret");
  });

  it("is cancelled while a node works", async () => {
    const runId = await start(host, { workflowId: "stuck", inputs: { topic: "x" } });
    await callHost(host, `/v1/runs/${runId}/cancel`, { method: "POST", body: {} });
    expect((await ended(host, runId))["status"]).toBe("cancelled");
  });

  it("fails with the name of what was thrown, and not its message", async () => {
    const { log, snapshot } = await runToEnd(host, { workflowId: "broken", inputs: { topic: "x" } });
    expect(snapshot).toMatchObject({ status: "failed", error: { code: "internal_error" } });
    expect(JSON.stringify([log, snapshot])).not.toContain("secret");
  });

  it("claims no replay, no orchestrator and no budget, and is not forked", async () => {
    verifies("openwop/discovery/replay-modes", "openwop/fork/not-replayable");
    const { body } = await callHost(host, "/.well-known/openwop", { apiKey: null });
    expect(
      Object.keys(body).filter((key) => ["replay", "multiAgent", "orchestrator", "dispatch"].includes(key)),
    ).toEqual([]);
    const { runId } = await runToEnd(host, { workflowId: "notes", inputs: { topic: "x" } });
    const refused = await fork(host, runId, { mode: "replay", fromSeq: 0 });
    expect([refused.status, refused.body["error"]]).toEqual([501, "fork_not_supported"]);
  });

  it("shows its nodes in its definition", async () => {
    verifies("openwop/runs/workflow-definition");
    const { body } = await callHost(host, "/v1/workflows/notes");
    expect((body["nodes"] as { readonly id: string }[]).map(({ id }) => id)).toEqual(["plan", "act"]);
  });
});
