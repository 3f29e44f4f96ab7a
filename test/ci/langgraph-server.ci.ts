import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The command line of LangGraph brings a hundred packages; only this suite needs it. */
const cli = "@langchain/langgraph-cli@1.5.1";
const project = fileURLToPath(new URL("./langgraph-server/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plimsoll-langgraph-server-"));

let server: ChildProcess;
let url = "";

beforeAll(async () => {
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", "--prefix", folder, cli], {
    stdio: "inherit",
  });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const words = ["dev", "--no-browser", "--host", "127.0.0.1", "--port", String(port)];
  server = spawn(join(folder, "node_modules/.bin/langgraphjs"), words, {
    cwd: project,
    // Its own children must go with it.
    detached: true,
    stdio: "ignore",
    env: { ...process.env, NODE_OPTIONS: "--conditions=@plimsoll/source" },
  });
  for (let attempt = 0; attempt < 240; attempt++) {
    if (
      await fetch(`${url}/ok`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error("the LangGraph server does not start");
}, 240_000);

afterAll(() => {
  if (server.pid !== undefined) process.kill(-server.pid, "SIGKILL");
  for (const left of [folder, join(project, ".langgraph_api"), join(project, ".gitignore")])
    rmSync(left, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

const headers = { "content-type": "application/json", authorization: "Bearer key-a" };
const post = async <T>(path: string, body: object) => {
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()) as T;
};

interface ContextEvent {
  readonly type: string;
  readonly payload?: { readonly summaryRef: string };
}

/** Runs the agent on a thread and resolves to what it told of its context. */
async function ask(thread: string, text: string, checkpoint?: object): Promise<readonly ContextEvent[]> {
  const response = await fetch(`${url}/threads/${thread}/runs/stream`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      assistant_id: "agent",
      input: { messages: [{ type: "human", content: text }] },
      stream_mode: ["custom"],
      ...(checkpoint === undefined ? {} : { checkpoint }),
    }),
  });
  const frames = (await response.text()).split(/\r?\n\r?\n/);
  return frames.flatMap((frame) => {
    const [event, data] = ["event: ", "data: "].map((field) =>
      frame
        .split(/\r?\n/)
        .find((line) => line.startsWith(field))
        ?.slice(field.length),
    );
    return event === "custom" && data !== undefined ? [JSON.parse(data) as ContextEvent] : [];
  });
}

const typesOf = (events: readonly ContextEvent[]) => events.map(({ type }) => type);
const summaryIn = (events: readonly ContextEvent[]) =>
  events.find(({ type }) => type === "context.summarized")?.payload?.summaryRef;

interface Checkpoint {
  readonly checkpoint: { readonly checkpoint_id: string };
  readonly values: { readonly messages: readonly unknown[] };
  readonly next: readonly string[];
}

describe("the LangGraph server, started for real", () => {
  it("carries the OpenWOP host as its http.app, beside its own routes", async () => {
    const discovery = await (await fetch(`${url}/.well-known/openwop`)).json();
    expect(discovery).toMatchObject({ protocolVersion: "1.0", replay: { supported: true } });
    const { runId } = await post<{ runId: string }>("/v1/runs", { workflowId: "conformance-multi-node" });
    const poll = await fetch(`${url}/v1/runs/${runId}/events/poll?timeout=5&lastSequence=6`, { headers });
    expect(await poll.json()).toMatchObject({ status: "completed", isComplete: true });
    const stream = await fetch(`${url}/v1/runs/${runId}/events?streamMode=debug`, {
      headers: { ...headers, accept: "text/event-stream" },
    });
    expect((await stream.text()).match(/^event: /gm)?.length).toBe(8);
    const assistants = await post<readonly { graph_id: string }[]>("/assistants/search", {});
    expect(assistants.map(({ graph_id: id }) => id)).toEqual(["agent"]);
  });

  it("pins summaries in the checkpointer it gives the agent: a fork sees the one that was made", async () => {
    const { thread_id: thread } = await post<{ thread_id: string }>("/threads", {});
    let made: readonly ContextEvent[] = [];
    let question = 0;
    while (summaryIn(made) === undefined && question < 12) made = await ask(thread, `question ${++question}`);
    expect(typesOf(made)).toContain("context.summarizing.completed");
    const history = await post<readonly Checkpoint[]>(`/threads/${thread}/history`, { limit: 100 });
    const before = history.find(
      ({ values, next }) => next.length === 0 && values.messages.length === 2 * (question - 1),
    );
    expect(before).toBeDefined();
    const again = await ask(thread, `question ${question}`, before?.checkpoint);
    expect(summaryIn(again)).toBe(summaryIn(made));
    expect(typesOf(again)).not.toContain("context.summarizing.started");
  });
});
