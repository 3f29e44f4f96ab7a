import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { isPlimsollError, type Summarizer } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import { createMemorySummaryStore, type ContextEvent, isContextEvent } from "@plimsoll/langgraph";
import { type AgentMiddleware, createAgent, createMiddleware, fakeModel, modelRetryMiddleware, tool } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { verifies } from "../../../test/verifies.ts";
import { contextBudgetMiddleware, requestCompaction } from "./index.ts";
import type { ContextBudgetOptions } from "./options.ts";

const read = tool(({ size }: { size: number }) => words(size), {
  name: "read",
  description: "Reads that many words.",
  schema: z.object({ size: z.number() }),
});

/** A model that reads the given sizes one after the other, then says it is done. */
function reader(...sizes: readonly number[]) {
  const model = fakeModel();
  for (const [index, size] of sizes.entries())
    model.respond(new AIMessage({ content: "", tool_calls: [{ name: "read", args: { size }, id: `call_${index}` }] }));
  return model.respond(new AIMessage("done"));
}

const secret = "the-summary-says";
function scripted(): Summarizer & { asked: number } {
  return {
    asked: 0,
    id: "scripted",
    version: "1",
    configDigest: "none",
    defaultStrategy: "sliding-window",
    async summarize() {
      this.asked++;
      return { text: `${secret} ${words(20)}` };
    },
  };
}

/** Framing of the generic surface takes about 700 words of the window; six reads of 200 cross its headroom line. */
const base: ContextBudgetOptions = {
  contextWindow: 3_000,
  tokenCounter: wordCounter,
  safetyMargin: 0,
  keepLastTurns: 1,
};
const sizes = [200, 200, 200, 200, 200, 200, 200, 10];
const goal = { messages: [new HumanMessage("goal")] };
const config = { configurable: { thread_id: "one" }, recursionLimit: 100 };

function collect(events: ContextEvent[], chunk: unknown): void {
  if (isContextEvent(chunk)) events.push(chunk);
}

const isSummary = (message: BaseMessage): boolean => message.text.startsWith("<earlier-conversation");
const eventsOf = (events: readonly ContextEvent[], type: string) => events.filter((event) => event.type === type);

describe("summaries in agents", () => {
  it("keeps every request under its line with one recorded summary, and leaves the state alone", async () => {
    const summarizer = scripted();
    const model = reader(...sizes);
    const agent = createAgent({
      model,
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [contextBudgetMiddleware({ ...base, summarizer })],
    });
    const { messages } = await agent.invoke(goal, config);
    expect(messages).toHaveLength(2 + 2 * sizes.length);
    expect(messages.some(isSummary)).toBe(false);
    const sent = model.calls.map((call) => call.messages);
    expect(summarizer.asked).toBeGreaterThan(0);
    expect(sent.at(-1)?.filter(isSummary)).toHaveLength(1);
    expect(sent.every((each) => each.some(({ text }) => text === "goal"))).toBe(true);
  });

  it("tells each event once on the custom stream, and no text of a message or summary", async () => {
    const agent = createAgent({
      model: reader(...sizes),
      tools: [read],
      middleware: [contextBudgetMiddleware({ ...base, summarizer: scripted() })],
    });
    const events: ContextEvent[] = [];
    const other: unknown[] = [];
    for await (const [mode, chunk] of await agent.stream(goal, {
      ...config,
      streamMode: ["custom", "messages", "updates"],
    })) {
      if (mode === "custom" && isContextEvent(chunk)) events.push(chunk);
      else other.push(chunk);
    }
    const summarized = eventsOf(events, "context.summarized");
    expect(summarized.length).toBeGreaterThan(0);
    expect(eventsOf(events, "context.summarizing.started")).toHaveLength(summarized.length);
    expect(eventsOf(events, "context.summarizing.completed")).toHaveLength(summarized.length);
    expect(eventsOf(events, "context.budget")).toHaveLength(sizes.length + 1);
    expect(JSON.stringify([...events, ...other])).not.toContain(secret);
    expect(JSON.stringify(events)).not.toContain("w17");
  });

  it("tells the same events through versions 2 and 3 of streamEvents", async () => {
    const agent = () =>
      createAgent({
        model: reader(...sizes),
        tools: [read],
        middleware: [contextBudgetMiddleware({ ...base, summarizer: scripted() })],
      });
    const second: string[] = [];
    for await (const event of agent().streamEvents(goal, { ...config, version: "v2" }))
      if (event.event === "on_custom_event") second.push(event.name);
    const run = await agent().streamEvents(goal, { ...config, version: "v3" });
    const third: string[] = [];
    for await (const event of run.extensions.contextEvents) third.push(event.type);
    expect(second.filter((name) => name === "context.summarized").length).toBeGreaterThan(0);
    expect(third).toEqual(second);
  });

  it("asks once and tells once when an outer middleware calls the handler twice", async () => {
    verifies("wo-01/acceptance/one-analyst-invocation", "wo-01/todo/duplicate-analysis-suppressed");
    const summarizer = scripted();
    const twice = createMiddleware({
      name: "twice",
      wrapModelCall: async (request, handler) => {
        await handler(request);
        return handler(request);
      },
    });
    const model = fakeModel();
    for (const [index, size] of sizes.entries()) {
      const answer = new AIMessage({
        content: "",
        tool_calls: [{ name: "read", args: { size }, id: `call_${index}` }],
      });
      model.respond(answer).respond(answer);
    }
    model.respond(new AIMessage("done")).respond(new AIMessage("done"));
    const agent = createAgent({
      model,
      tools: [read],
      middleware: [twice, contextBudgetMiddleware({ ...base, summarizer })],
    });
    const events: ContextEvent[] = [];
    for await (const chunk of await agent.stream(goal, { ...config, streamMode: "custom" })) collect(events, chunk);
    expect(summarizer.asked).toBe(eventsOf(events, "context.summarizing.started").length);
    expect(eventsOf(events, "context.summarized")).toHaveLength(summarizer.asked);
    const requests = model.calls.map(({ messages }) => messages.map(({ text }) => text));
    for (let index = 0; index < requests.length; index += 2) expect(requests[index + 1]).toEqual(requests[index]);
  });

  it("asks once when the provider fails behind the summary and the call is retried", async () => {
    const summarizer = scripted();
    const model = fakeModel();
    for (const [index, size] of sizes.entries()) {
      if (index > 0) model.respond(new Error("429"));
      model.respond(
        new AIMessage({ content: "", tool_calls: [{ name: "read", args: { size }, id: `call_${index}` }] }),
      );
    }
    model.respond(new AIMessage("done"));
    const store = createMemorySummaryStore();
    // LangChain's declaration of its own middleware does not hold under exactOptionalPropertyTypes.
    const retry: unknown = modelRetryMiddleware({ maxRetries: 1, initialDelayMs: 0, jitter: false });
    const agent = createAgent({
      model,
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [retry as AgentMiddleware, contextBudgetMiddleware({ ...base, summarizer, store })],
    });
    await agent.invoke(goal, config);
    expect(summarizer.asked).toBe((await store.list("one")).length);
  });

  it("gives two runs of one thread at the same time one summary", async () => {
    const summarizer = scripted();
    const store = createMemorySummaryStore();
    const middleware = [contextBudgetMiddleware({ ...base, summarizer, store })];
    const history = sizes
      .slice(0, 6)
      .flatMap((size, index) => [
        new AIMessage({ id: `a${index}`, content: words(size) }),
        new HumanMessage({ id: `h${index}`, content: words(size) }),
      ]);
    const models = [reader(), reader()];
    await Promise.all(
      models.map((model) =>
        createAgent({ model, tools: [], middleware, checkpointer: new MemorySaver() }).invoke(
          { messages: history },
          config,
        ),
      ),
    );
    expect(summarizer.asked).toBe(1);
    const [first, second] = models.map((model) => model.calls[0]?.messages.map(({ text }) => text));
    expect(second).toEqual(first);
  });

  it("asks a broken summarizer once in six calls, not at every one", async () => {
    let asked = 0;
    const broken: Summarizer = { ...scripted(), summarize: () => Promise.reject(new Error(`attempt ${asked++}`)) };
    const small = Array.from({ length: 20 }, () => 60);
    const model = reader(...small);
    await createAgent({
      model,
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [contextBudgetMiddleware({ ...base, contextWindow: 3_500, summarizer: broken })],
    }).invoke(goal, config);
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThanOrEqual(Math.ceil(small.length / 6));
  });

  it("rests two calls after a compaction below the limit, however large the turns", async () => {
    const compacted: number[] = [];
    const model = reader(...Array.from({ length: 24 }, () => 240));
    let call = 0;
    const onBudget: ContextBudgetOptions["onBudget"] = ({ steps }) => {
      call++;
      if (steps.some(({ kind, trigger }) => kind === "summarize" && trigger === "headroom")) compacted.push(call);
    };
    const agent = createAgent({
      model,
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [contextBudgetMiddleware({ ...base, summarizer: scripted(), onBudget })],
    });
    await agent.invoke(goal, config);
    expect(compacted.length).toBeGreaterThan(2);
    const gaps = compacted.slice(1).map((each, index) => each - (compacted[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(2);
  });

  it("clips a frozen result as any other", async () => {
    const frozen = Object.freeze(new ToolMessage({ content: words(5_000), tool_call_id: "call_0", id: "frozen" }));
    const messages = [
      new HumanMessage("goal"),
      new AIMessage({ content: "", tool_calls: [{ name: "read", args: {}, id: "call_0" }] }),
      frozen,
    ];
    const model = fakeModel().respond(new AIMessage("done"));
    const agent = createAgent({
      model,
      tools: [read],
      middleware: [contextBudgetMiddleware({ ...base, summarizer: false })],
    });
    await agent.invoke({ messages });
    expect(wordCounter.count(model.calls[0]?.messages.at(-1)?.text ?? "")).toBeLessThan(3_000);
    expect(frozen.text).toBe(words(5_000));
  });

  it("keeps conversations apart that share a middleware", async () => {
    const summarizer = scripted();
    const store = createMemorySummaryStore();
    const middleware = [contextBudgetMiddleware({ ...base, summarizer, store })];
    const run = (thread: string) =>
      createAgent({ model: reader(...sizes), tools: [read], middleware, checkpointer: new MemorySaver() }).invoke(
        goal,
        {
          ...config,
          configurable: { thread_id: thread },
        },
      );
    await Promise.all([run("one"), run("two")]);
    const [one, two] = await Promise.all([store.list("one"), store.list("two")]);
    expect(one.length).toBeGreaterThan(0);
    expect(two.map(({ artifactId }) => artifactId)).toEqual(one.map(({ artifactId }) => artifactId));
    expect(summarizer.asked).toBe(one.length + two.length);
  });
});

describe("compaction that is asked for", () => {
  /** Below the headroom line after six reads; compaction waits to be asked for. */
  const manual = (summarizer: Summarizer): ContextBudgetOptions => ({
    ...base,
    contextWindow: 4_000,
    summarizer,
    compaction: "manual",
  });

  it("holds at or above the headroom line and compacts below it, asked through the run's context", async () => {
    verifies("wo-01/todo/compaction-consumes-this-budget-only");
    const summarizer = scripted();
    const model = reader(...sizes);
    const agent = createAgent({ model, tools: [read], middleware: [contextBudgetMiddleware(manual(summarizer))] });
    await agent.invoke(goal, config);
    expect(summarizer.asked).toBe(0);
    const asked = createAgent({
      model: reader(...sizes),
      tools: [read],
      middleware: [contextBudgetMiddleware(manual(summarizer))],
    });
    const events: ContextEvent[] = [];
    const stream = await asked.stream(goal, { ...config, streamMode: "custom", context: { compactContext: true } });
    for await (const chunk of stream) collect(events, chunk);
    expect(summarizer.asked).toBe(1);
    const reports = events.filter((event) => event.type === "context.budget");
    expect(reports[0]).toMatchObject({ plan: { kind: "hold", cause: "headroom", manualRequest: true } });
    expect(reports.flatMap(({ steps }) => steps).map(({ trigger }) => trigger)).toEqual(["manual"]);
  });

  it("compacts at the next call of a thread, once, asked through the agent", async () => {
    const summarizer = scripted();
    const agent = createAgent({
      model: reader(...sizes)
        .respond(new AIMessage("two"))
        .respond(new AIMessage("three")),
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [contextBudgetMiddleware(manual(summarizer))],
    });
    await agent.invoke(goal, config);
    await requestCompaction(agent, config);
    await agent.invoke({ messages: [new HumanMessage("and now?")] }, config);
    expect(summarizer.asked).toBe(1);
    const { values } = await agent.graph.getState(config);
    expect(values["_contextBudget"]).not.toHaveProperty("compactionRequested");
  });

  it("says why it cannot ask for a thread without a conversation", async () => {
    const agent = createAgent({
      model: reader(),
      tools: [],
      checkpointer: new MemorySaver(),
      middleware: [contextBudgetMiddleware(base)],
    });
    const error = await requestCompaction(agent, config).catch((thrown: unknown) => thrown);
    expect(isPlimsollError(error, "invalid_request")).toBe(true);
  });
});

describe("frames", () => {
  it("stand last, are counted in their segments, and are never compacted", async () => {
    verifies("wo-01/acceptance/schema-or-frame-changes-eligibility");
    const model = reader(...sizes);
    const frames = [
      { slot: "steering", segment: "authority", content: "Be brief." },
      { slot: "file", segment: "evidence", content: "let x = 1;", fileHash: "sha256:1" },
    ] as const;
    const labels: string[][] = [];
    const agent = createAgent({
      model,
      tools: [read],
      middleware: [
        contextBudgetMiddleware({
          ...base,
          summarizer: scripted(),
          frames,
          onBudget: ({ budget }) => labels.push(budget.rows.slice(-2).map(({ segment }) => segment)),
        }),
      ],
    });
    const { messages } = await agent.invoke(goal, config);
    for (const { messages: sent } of model.calls) {
      expect(sent.slice(-2).map(({ text }) => text)).toEqual([
        '<frame slot="steering" kind="authority">\nBe brief.\n</frame>',
        '<frame slot="file" kind="evidence">\nlet x = 1;\n</frame>',
      ]);
    }
    expect(labels.every((pair) => pair.join() === "authority,evidence")).toBe(true);
    expect(messages.some(({ text }) => text.startsWith("<frame"))).toBe(false);
  });

  it("are refused with the slot and the reason when they are none, and in observe mode", () => {
    expect(() => contextBudgetMiddleware({ frames: [{ slot: "a", segment: "task", content: "" }] })).toThrow(
      /slot "a" .* content/,
    );
    expect(() => contextBudgetMiddleware({ mode: "observe", frames: [] })).toThrow(/use mode "enforce"/);
  });
});
