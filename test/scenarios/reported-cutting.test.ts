import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import type { Surface } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import { type BudgetReport, type ContextBudgetOptions, contextBudgetMiddleware } from "@plimsoll/langchain";
import { contextBudgetState, createSummarizationNode, isContextEvent, messageProblems } from "@plimsoll/langgraph";
import { createAgent, createMiddleware, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";

// What other projects' users reported about cutting (docs/reports.md, A16 to A25), on real agents and graphs.

const read = tool(({ size }: { size: number }) => words(size), {
  name: "read",
  description: "Reads that many words.",
  schema: z.object({ size: z.number() }),
});

/** A model that makes calls of the given sizes, several at once where several are given, then says it is done. */
function reader(...turns: readonly (readonly number[])[]) {
  const model = fakeModel();
  for (const [turn, sizes] of turns.entries())
    model.respond(
      new AIMessage({
        content: "",
        tool_calls: sizes.map((size, call) => ({ name: "read", args: { size }, id: `call_${turn}_${call}` })),
      }),
    );
  return model.respond(new AIMessage("done"));
}

const goal = { messages: [new HumanMessage({ id: "goal", content: "goal" })] };
const config = { recursionLimit: 100 };
const turns = (count: number, ...sizes: readonly number[]) => Array.from({ length: count }, () => sizes);

/** Framing of the generic surface takes about 700 words of the window. */
const base = { contextWindow: 3_000, tokenCounter: wordCounter, safetyMargin: 0, keepLastTurns: 1 } as const;

function budgeting(options: ContextBudgetOptions = {}) {
  const reports: BudgetReport[] = [];
  const onBudget = (report: BudgetReport) => reports.push(report);
  return { reports, middleware: contextBudgetMiddleware({ ...base, ...options, onBudget }) };
}

describe("reported about cutting", () => {
  it("A16: a text that was clipped once is sent with the same bytes from then on", async () => {
    const { reports, middleware } = budgeting({ summarizer: false });
    const model = reader([900], [900], ...turns(7, 10));
    await createAgent({ model, tools: [read], middleware: [middleware] }).invoke(goal, config);
    const clipping = reports.findIndex(({ steps }) => steps.some(({ kind }) => kind === "clip"));
    expect(clipping).toBeGreaterThan(0);
    expect(reports.slice(clipping + 1).flatMap(({ steps }) => steps)).toEqual([]);
    const results = model.calls.slice(clipping).map(({ messages }) => messages[2]?.text ?? "");
    expect(results.length).toBeGreaterThan(2);
    expect(new Set(results).size).toBe(1);
    expect(wordCounter.count(results[0] ?? "")).toBeLessThan(900);
  });

  it.each<[string, ContextBudgetOptions]>([
    ["summarizing", {}],
    ["clipping and evicting", { summarizer: false }],
  ])("A19: %s changes no message it is given", async (_what, options) => {
    const bytes = (messages: readonly BaseMessage[]) => JSON.stringify(messages.map((message) => ({ ...message })));
    const watch = createMiddleware({
      name: "watch",
      wrapModelCall: async (request, handler) => {
        const before = bytes(request.messages);
        Object.freeze(request.messages);
        const answer = await handler(request);
        expect(bytes(request.messages)).toBe(before);
        return answer;
      },
    });
    const { reports, middleware } = budgeting(options);
    const model = reader([900], [900], ...turns(12, 200));
    await createAgent({ model, tools: [read], middleware: [watch, middleware] }).invoke(goal, config);
    const kinds = new Set(reports.flatMap(({ steps }) => steps.map(({ kind }) => kind)));
    expect([...kinds]).toEqual(options.summarizer === false ? ["clip", "evict"] : ["summarize"]);
  });

  it.each<Surface>(["openai-chat", "openai-responses", "anthropic", "gemini"])(
    "A20: %s accepts the order of every request, with a summary or with turns taken out",
    async (surface) => {
      for (const options of [{}, { summarizer: false } as const]) {
        const { reports, middleware } = budgeting(options);
        const model = reader(...turns(12, 100, 100));
        await createAgent({ model, tools: [read], middleware: [middleware] }).invoke(goal, config);
        expect(reports.at(-1)?.action.kind).toBe("shortened");
        for (const { messages } of model.calls) expect(messageProblems(messages, surface)).toEqual([]);
      }
    },
  );

  it("A22: the model of a graph is given the messages that were weighed, not the history", async () => {
    const reports: BudgetReport[] = [];
    const sent: BaseMessage[][] = [];
    const node = createSummarizationNode({ ...base, model: {}, onBudget: (report) => reports.push(report) });
    const graph = new StateGraph(new StateSchema({ messages: MessagesValue, ...contextBudgetState }))
      .addNode("fit", node)
      .addNode("model", async (state, options) => {
        sent.push(await node.messages(state, options));
        return { messages: [new AIMessage("done")] };
      })
      .addEdge(START, "fit")
      .addEdge("fit", "model")
      .addEdge("model", END)
      .compile();
    const history = Array.from({ length: 16 }, (_, index) =>
      index % 2 === 0 ? new HumanMessage(words(200)) : new AIMessage(words(200)),
    );
    const { messages } = await graph.invoke({ messages: [...history, new HumanMessage("and now?")] });
    expect(messages).toHaveLength(18);
    const [given = []] = sent;
    expect(given.length).toBeLessThan(17);
    const rows = reports[0]?.budget.rows.filter(({ label }) => label === "user" || label === "assistant") ?? [];
    expect(rows.map(({ label }) => label)).toEqual(given.map(({ type }) => (type === "ai" ? "assistant" : "user")));
    for (const [index, { text }] of given.entries())
      expect(rows[index]?.tokens).toBeGreaterThanOrEqual(wordCounter.count(text));
  });

  it("A23: a call that a server tool made stays with that tool and its late result", async () => {
    const caller = { type: "code_execution_20250825", tool_id: "srv" };
    const tied = [
      new AIMessage({
        id: "runs",
        content: [
          { type: "server_tool_use", id: "srv", name: "code_execution", input: { code: words(200) } },
          { type: "tool_use", id: "toolu", name: "read", input: { size: 1 }, caller },
        ],
        tool_calls: [{ id: "toolu", name: "read", args: { size: 1 } }],
      }),
      new ToolMessage({ id: "answer", tool_call_id: "toolu", name: "read", content: words(200) }),
      new AIMessage({
        id: "late",
        content: [
          { type: "code_execution_tool_result", tool_use_id: "srv", content: { stdout: "ok" } },
          { type: "text", text: "It ran." },
        ],
      }),
    ];
    const ids = new Set(tied.map(({ id }) => id));
    const together = new Set<number>();
    for (let before = 0; before < 6; before++) {
      const history = Array.from({ length: before }).flatMap((_, index) => [
        new HumanMessage(`${index}`),
        new AIMessage(words(150)),
      ]);
      const { middleware } = budgeting({ summarizer: false });
      const model = reader(...turns(14, 150));
      const agent = createAgent({ model, tools: [read], middleware: [middleware] });
      await agent.invoke({ messages: [...history, ...goal.messages, ...tied] }, config);
      for (const { messages } of model.calls) together.add(messages.filter(({ id }) => ids.has(id)).length);
    }
    expect(together).toEqual(new Set([3, 0]));
  });

  it("A24: a report says how many messages it took out, and which", async () => {
    const { reports, middleware } = budgeting({ summarizer: false });
    const model = reader(...turns(12, 200));
    const agent = createAgent({ model, tools: [read], middleware: [middleware] });
    const { messages } = await agent.invoke(goal, config);
    const out: (string | null)[] = [];
    for (const [call, { action }] of reports.entries()) {
      if (action.kind === "shortened") out.push(...action.uncovered.newMessageIds);
      const all = messages.slice(0, 1 + 2 * call).map(({ id }) => id);
      expect(model.calls[call]?.messages.map(({ id }) => id)).toEqual(all.filter((id) => !out.includes(id ?? null)));
    }
    expect(out.length).toBeGreaterThan(2);
  });

  it("A25: parallel calls and their results are replaced together, never in the middle of a step", async () => {
    const { middleware } = budgeting();
    const agent = createAgent({ model: reader(...turns(12, 40, 40, 40)), tools: [read], middleware: [middleware] });
    const replaced: (readonly string[])[] = [];
    let messages: readonly BaseMessage[] = [];
    for await (const [mode, chunk] of await agent.stream(goal, { ...config, streamMode: ["custom", "values"] })) {
      if (mode === "values") ({ messages } = chunk);
      else if (isContextEvent(chunk) && chunk.type === "context.summarized") replaced.push(chunk.payload.replacedTurns);
    }
    expect(replaced.length).toBeGreaterThan(1);
    const steps = Array.from({ length: 12 }, (_, step) => messages.slice(1 + 4 * step, 5 + 4 * step));
    for (const ids of replaced)
      for (const step of steps) expect([0, 4]).toContain(step.filter(({ id = "" }) => ids.includes(id)).length);
  });
});
