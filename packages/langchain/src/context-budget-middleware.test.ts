import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { wordCounter, words } from "@plimsoll/core/testing";
import {
  type AgentMiddleware,
  createAgent,
  createMiddleware,
  fakeModel,
  modelRetryMiddleware,
  tool,
  toolStrategy,
} from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { verifies } from "../../../test/verifies.ts";
import type { BudgetReport, ContextEvent } from "@plimsoll/langgraph";
import { contextBudgetMiddleware } from "./context-budget-middleware.ts";
import { findPlimsollError, isPlimsollError } from "@plimsoll/core";
import type { ContextBudgetOptions } from "./options.ts";
import { retryUnlessRefused } from "./retry-unless-refused.ts";

const read = tool(({ size }: { size: number }) => words(size), {
  name: "read",
  description: "Reads that many words.",
  schema: z.object({ size: z.number() }),
});

/** A model that reads the given sizes one after the other, then says it is done. */
function reader(...sizes: readonly number[]) {
  const model = fakeModel();
  for (const [index, size] of sizes.entries()) {
    model.respond(new AIMessage({ content: "", tool_calls: [{ name: "read", args: { size }, id: `call_${index}` }] }));
  }
  return model.respond(new AIMessage("done"));
}

/** Rules of the generic surface charge framing, so the windows below leave room for it. */
const counting: ContextBudgetOptions = { tokenCounter: wordCounter, safetyMargin: 0, keepLastTurns: 1 };

interface Run {
  readonly reports: readonly BudgetReport[];
  readonly events: readonly ContextEvent[];
  readonly error: unknown;
}

async function run(agent: { stream: CallableFunction }, input: object, reports: readonly BudgetReport[]): Promise<Run> {
  const events: ContextEvent[] = [];
  try {
    const stream: AsyncIterable<ContextEvent> = await agent.stream(input, {
      streamMode: "custom",
      recursionLimit: 100,
    });
    for await (const event of stream) events.push(event);
    return { reports, events, error: undefined };
  } catch (error) {
    return { reports, events, error };
  }
}

function collecting(options: ContextBudgetOptions): {
  readonly reports: BudgetReport[];
  readonly options: ContextBudgetOptions;
} {
  const reports: BudgetReport[] = [];
  return { reports, options: { ...counting, ...options, onBudget: (report) => reports.push(report) } };
}

/** Results too small to be clipped, which together do not fit a window of 3,000. */
const smallReads = Array.from({ length: 10 }, () => 200);

const goal = { messages: [new HumanMessage("goal")] };

describe("contextBudgetMiddleware", () => {
  it("reports the ledger of every request, with what the agent adds to the conversation", async () => {
    const { reports, options } = collecting({ contextWindow: 100_000 });
    const model = reader(10);
    const agent = createAgent({
      model,
      tools: [read],
      systemPrompt: "You read.",
      middleware: [contextBudgetMiddleware(options)],
    });
    const { events } = await run(agent, goal, reports);
    expect(reports).toHaveLength(2);
    expect(reports.map((report) => report.action)).toEqual([{ kind: "sent" }, { kind: "sent" }]);
    expect(reports[1]?.budget.rows.map((row) => [row.segment, row.label])).toEqual([
      ["system", "request framing"],
      ["system", "system"],
      ["tools", "tools framing"],
      ["tools", "schema of read"],
      ["task", "user"],
      ["task", "assistant"],
      ["evidence", "tool read"],
    ]);
    const rows = reports.map(({ budget: { rows: _rows, ...budget }, ...report }) => ({ ...report, budget }));
    expect(events).toEqual(rows);
  });

  it("keeps the latest record in private state, out of the agent's output", async () => {
    const { reports, options } = collecting({ contextWindow: 100_000 });
    const agent = createAgent({
      model: reader(10),
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [contextBudgetMiddleware(options)],
    });
    const config = { configurable: { thread_id: "one" } };
    const output = await agent.invoke(goal, config);
    expect(output).not.toHaveProperty("_contextBudget");
    const { values } = await agent.graph.getState(config);
    expect(values["_contextBudget"]).toMatchObject({
      version: 1,
      record: { budget: { requestFingerprint: reports.at(-1)?.budget.requestFingerprint } },
    });
    expect(JSON.stringify(values["_contextBudget"])).not.toContain("goal");
  });

  it("evicts the oldest whole turns when over and nobody summarizes, keeps them out, and leaves state alone", async () => {
    const { reports, options } = collecting({ contextWindow: 3_000, summarizer: false });
    const model = reader(...smallReads, 10);
    const agent = createAgent({
      model,
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [contextBudgetMiddleware(options)],
    });
    const config = { configurable: { thread_id: "one" }, recursionLimit: 100 };
    const output = await agent.invoke(goal, config);
    expect(output.messages).toHaveLength(2 + 2 * 11);
    expect(reports.every((report) => report.budget.freeTokens >= 0)).toBe(true);
    const uncovered = reports.flatMap(({ action }) => (action.kind === "shortened" ? [action.uncovered] : []));
    const turns = uncovered[0]?.turns ?? 0;
    expect(turns).toBeGreaterThan(0);
    expect(uncovered[0]?.newMessageIds).toEqual(output.messages.slice(1, 1 + 2 * turns).map((message) => message.id));
    expect(uncovered[1]).toMatchObject({ turns, newTurns: 0, newMessageIds: [] });
    for (const { messages } of model.calls) expectPairs(messages);
    expect(model.calls.every(({ messages }) => messages.some((message) => message.content === "goal"))).toBe(true);
  });

  it("keeps evicted turns out in the next run of the thread", async () => {
    const { reports, options } = collecting({ contextWindow: 3_000, summarizer: false });
    const saver = new MemorySaver();
    const config = { configurable: { thread_id: "one" } };
    const middleware = [contextBudgetMiddleware(options)];
    await createAgent({ model: reader(...smallReads), tools: [read], checkpointer: saver, middleware }).invoke(goal, {
      ...config,
      recursionLimit: 100,
    });
    const wider = collecting({ contextWindow: 50_000 });
    const again = createAgent({
      model: reader(),
      tools: [read],
      checkpointer: saver,
      middleware: [contextBudgetMiddleware(wider.options)],
    });
    await again.invoke({ messages: [new HumanMessage("and now?")] }, config);
    const last = reports.at(-1)?.action;
    const turns = last?.kind === "shortened" ? last.uncovered.turns : 0;
    expect(turns).toBeGreaterThan(0);
    expect(wider.reports[0]?.action).toMatchObject({ kind: "shortened", uncovered: { turns, newTurns: 0 } });
  });

  it("refuses before the model is called when nothing that may go is enough", async () => {
    const { reports, options } = collecting({ contextWindow: 2_000, clipKeptTurns: false });
    const model = reader(5_000);
    const { events, error } = await run(
      createAgent({ model, tools: [read], middleware: [contextBudgetMiddleware(options)] }),
      goal,
      reports,
    );
    expect(isPlimsollError(error, "context_budget_exceeded")).toBe(true);
    expect(findPlimsollError(error)?.message).toMatch(
      /is still \d+ over with everything out .*larger window\. Largest: tool read 5\d\d\d, /,
    );
    expect(model.callCount).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: "context.refused", code: "context_budget_exceeded" });
    expect(events.at(-2)).toMatchObject({ type: "context.budget", action: { kind: "refused" } });
    expect(JSON.stringify(events)).not.toContain("w17");
  });

  it("only reports in observe mode, however far over", async () => {
    const { reports, options } = collecting({ contextWindow: 2_000, mode: "observe" });
    const model = reader(5_000);
    const { error } = await run(
      createAgent({ model, tools: [read], middleware: [contextBudgetMiddleware(options)] }),
      goal,
      reports,
    );
    expect(error).toBeUndefined();
    expect(model.calls[1]?.messages).toHaveLength(3);
    expect(reports[1]).toMatchObject({
      mode: "observe",
      action: { kind: "sent" },
      budget: { decision: { verdict: "over" } },
    });
  });

  it("hands the very same request on when it holds", async () => {
    let seen: unknown;
    let passed: unknown;
    const outer = createMiddleware({ name: "outer", wrapModelCall: (request, handler) => handler(request) });
    const middleware = contextBudgetMiddleware({ ...counting, contextWindow: 100_000 });
    const spied = {
      ...middleware,
      wrapModelCall: wrapped(
        middleware.wrapModelCall,
        (request) => (seen = request),
        (request) => (passed = request),
      ),
    };
    await createAgent({ model: reader(), tools: [read], middleware: [outer, spied] }).invoke(goal);
    expect(passed).toBe(seen);
  });

  it("counts what an outer middleware added", async () => {
    const { reports, options } = collecting({ contextWindow: 100_000 });
    const outer = createMiddleware({
      name: "outer",
      wrapModelCall: (request, handler) => handler({ ...request, systemMessage: new SystemMessage(words(500)) }),
    });
    await createAgent({ model: reader(), tools: [read], middleware: [outer, contextBudgetMiddleware(options)] }).invoke(
      goal,
    );
    expect(reports[0]?.budget.stableSystemTokens).toBeGreaterThanOrEqual(500);
  });

  it("is not fooled by an outer middleware that calls the model twice", async () => {
    const { reports, options } = collecting({ contextWindow: 3_000 });
    const twice = createMiddleware({
      name: "twice",
      wrapModelCall: async (request, handler) => {
        await handler(request);
        return handler(request);
      },
    });
    const model = fakeModel().respond(new AIMessage("first")).respond(new AIMessage("second"));
    const agent = createAgent({
      model,
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [twice, contextBudgetMiddleware(options)],
    });
    const output = await agent.invoke(goal, { configurable: { thread_id: "t" } });
    expect(output.messages.at(-1)?.content).toBe("second");
    expect(reports[1]?.budget.requestFingerprint).toBe(reports[0]?.budget.requestFingerprint);
  });

  it("keeps the structured response and the record of a structured-output turn", async () => {
    const { reports, options } = collecting({ contextWindow: 100_000 });
    const schema = z.object({ answer: z.string() }).meta({ title: "verdict" });
    const model = fakeModel().respondWithTools([{ name: "verdict", args: { answer: "yes" }, id: "call_v" }]);
    const agent = createAgent({
      model,
      tools: [read],
      checkpointer: new MemorySaver(),
      responseFormat: toolStrategy(schema),
      middleware: [contextBudgetMiddleware(options)],
    });
    const config = { configurable: { thread_id: "t" } };
    const output = await agent.invoke(goal, config);
    expect(output.structuredResponse).toEqual({ answer: "yes" });
    expect(model.callCount).toBe(1);
    expect(reports[0]?.budget.rows.map((row) => row.label)).toContain("schema of verdict");
    const { values } = await agent.graph.getState(config);
    expect(values["_contextBudget"]).toMatchObject({ version: 1, record: { action: { kind: "sent" } } });
  });

  it("reports an untitled structured-output schema as unstable, with one fingerprint however often it is numbered", async () => {
    const { reports, options } = collecting({ contextWindow: 100_000 });
    for (let round = 0; round < 2; round++) {
      const model = fakeModel().respond(new AIMessage("no"));
      const responseFormat = z.object({ answer: z.string() });
      await createAgent({
        model,
        tools: [read],
        responseFormat,
        middleware: [contextBudgetMiddleware(options)],
      }).invoke(goal);
    }
    expect(reports[0]?.budget.decision.unstableInputs).toHaveLength(1);
    expect(reports[1]?.budget.requestFingerprint).toBe(reports[0]?.budget.requestFingerprint);
  });

  it("is never retried with retryUnlessRefused, and reaches no model when it is retried without", async () => {
    for (const [retryOn, attempts] of [
      [retryUnlessRefused, 1],
      [() => true, 3],
    ] as const) {
      const { reports, options } = collecting({ contextWindow: 500 });
      const retry: unknown = modelRetryMiddleware({ retryOn, initialDelayMs: 0, onFailure: "continue" });
      const model = reader();
      const agent = createAgent({
        model,
        tools: [read], // LangChain's declaration of its own middleware does not hold under exactOptionalPropertyTypes.
        middleware: [retry as AgentMiddleware, contextBudgetMiddleware(options)],
      });
      const { events } = await run(agent, { messages: [new HumanMessage(words(900))] }, reports);
      expect(model.callCount).toBe(0);
      expect(events.filter((event) => event.type === "context.refused")).toHaveLength(attempts);
    }
  });

  it("says how to set a window nobody knows", async () => {
    const agent = createAgent({ model: reader(), tools: [read], middleware: [contextBudgetMiddleware(counting)] });
    await expect(agent.invoke(goal)).rejects.toThrow(/\[context_window_unknown\] .* set the option contextWindow/);
  });

  it("takes window and reservation from the model's profile, the reservation at most 20 % of the window", async () => {
    const model = reader();
    Object.defineProperty(model, "profile", { value: { maxInputTokens: 10_000, maxOutputTokens: 9_000 } });
    const { reports, options } = collecting({});
    await createAgent({ model, tools: [read], middleware: [contextBudgetMiddleware(options)] }).invoke(goal);
    expect(reports[0]?.budget).toMatchObject({ modelContextTokens: 10_000, outputReservationTokens: 2_000 });
  });

  it("survives a listener that throws, and says so on the stream", async () => {
    const onBudget = (): never => {
      throw new RangeError("secret");
    };
    const agent = createAgent({
      model: reader(),
      tools: [read],
      middleware: [contextBudgetMiddleware({ ...counting, contextWindow: 9_000, onBudget })],
    });
    const { events, error } = await run(agent, goal, []);
    expect(error).toBeUndefined();
    expect(events).toContainEqual({ type: "context.listener_failed", error: "RangeError" });
  });

  it("never touches tools, tool choice or system text, eligible or not", async () => {
    verifies("wo-01/acceptance/eligible-at-39-9-permissions-untouched");
    const { reports, options } = collecting({ contextWindow: 3_000 });
    const sent: { tools: unknown; toolChoice: unknown; systemMessage: unknown }[] = [];
    const middleware = contextBudgetMiddleware(options);
    const spied = {
      ...middleware,
      wrapModelCall: wrapped(
        middleware.wrapModelCall,
        (request) =>
          sent.push({ tools: request.tools, toolChoice: request.toolChoice, systemMessage: request.systemMessage }),
        (request) =>
          expect({
            tools: request.tools,
            toolChoice: request.toolChoice,
            systemMessage: request.systemMessage,
          }).toEqual(sent.at(-1)),
      ),
    };
    await createAgent({
      model: reader(1_000, 1_000, 1_000),
      tools: [read],
      systemPrompt: "Rules.",
      middleware: [spied],
    }).invoke(goal);
    expect(reports.map((report) => report.budget.compactionEligible)).toContain(true);
    expect(reports.map((report) => report.action.kind)).toContain("shortened");
    expect(sent).toHaveLength(4);
  });
});

type Wrap = NonNullable<ReturnType<typeof contextBudgetMiddleware>["wrapModelCall"]>;

/** Shows what goes into a wrapModelCall and what it hands on. */
function wrapped(
  wrap: Wrap | undefined,
  before: (request: Parameters<Wrap>[0]) => void,
  after: (request: Parameters<Wrap>[0]) => void,
): Wrap {
  if (wrap === undefined) throw new Error("the middleware wraps no model call");
  return (request, handler) => {
    before(request);
    return wrap(request, (handed) => {
      after(handed as Parameters<Wrap>[0]);
      return handler(handed);
    });
  };
}

function expectPairs(messages: readonly unknown[]): void {
  const called = messages.flatMap((message) =>
    AIMessage.isInstance(message) ? (message.tool_calls ?? []).map((call) => call.id) : [],
  );
  const answered = messages.flatMap((message) => (ToolMessage.isInstance(message) ? [message.tool_call_id] : []));
  expect(answered).toEqual(called);
}
