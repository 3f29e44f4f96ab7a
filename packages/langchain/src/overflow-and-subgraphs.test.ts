import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { ContextOverflowError } from "@langchain/core/errors";
import { Command, END, MemorySaver, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { wordCounter, words } from "@plimsoll/core/testing";
import { type BudgetReport, type ContextEvent, isContextEvent } from "@plimsoll/langgraph";
import {
  type AgentMiddleware,
  createAgent,
  fakeModel,
  humanInTheLoopMiddleware,
  providerStrategy,
  tool,
  toolStrategy,
} from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { contextBudgetMiddleware } from "./context-budget-middleware.ts";
import type { ContextBudgetOptions } from "./options.ts";

const read = tool(({ size }: { size: number }) => words(size), {
  name: "read",
  description: "Reads that many words.",
  schema: z.object({ size: z.number() }),
});

const asks = (index: number, size: number) =>
  new AIMessage({ content: "", tool_calls: [{ name: "read", args: { size }, id: `call_${index}` }] });

const base: ContextBudgetOptions = {
  contextWindow: 3_000,
  tokenCounter: wordCounter,
  safetyMargin: 0,
  keepLastTurns: 1,
};
const goal = { messages: [new HumanMessage("goal")] };
const config = { configurable: { thread_id: "one" }, recursionLimit: 100 };

describe("an overflow the provider reports", () => {
  it("is met once by the next step of the ladder, and told of", async () => {
    const reports: BudgetReport[] = [];
    const model = fakeModel();
    for (let index = 0; index < 5; index++) model.respond(asks(index, 150));
    model.respond(new ContextOverflowError("too long")).respond(new AIMessage("done"));
    const agent = createAgent({
      model,
      tools: [read],
      middleware: [
        contextBudgetMiddleware({ ...base, contextWindow: 10_000, onBudget: (report) => reports.push(report) }),
      ],
    });
    const { messages } = await agent.invoke(goal, config);
    expect(messages.at(-1)?.text).toBe("done");
    expect(reports.at(-2)).toMatchObject({ recovery: false, action: { kind: "sent" } });
    expect(reports.at(-1)).toMatchObject({ recovery: true, action: { kind: "shortened" } });
    expect(model.calls.at(-1)?.messages.length).toBeLessThan(model.calls.at(-2)?.messages.length ?? 0);
  });

  it("is passed on when it comes a second time", async () => {
    const model = fakeModel();
    for (let index = 0; index < 5; index++) model.respond(asks(index, 150));
    model.respond(new ContextOverflowError("too long")).respond(new ContextOverflowError("still too long"));
    const agent = createAgent({
      model,
      tools: [read],
      middleware: [contextBudgetMiddleware({ ...base, contextWindow: 10_000 })],
    });
    await expect(agent.invoke(goal, config)).rejects.toThrow(/still too long/);
    expect(model.callCount).toBe(7);
  });
});

describe("an agent within a graph", () => {
  it("tells its events with its namespace, without task ids, and keeps its line", async () => {
    const model = fakeModel();
    for (let index = 0; index < 8; index++) model.respond(asks(index, 200));
    model.respond(new AIMessage("done"));
    const inner = createAgent({ model, tools: [read], middleware: [contextBudgetMiddleware(base)] });
    const graph = new StateGraph(new StateSchema({ messages: MessagesValue }))
      .addNode("research", inner.graph)
      .addEdge(START, "research")
      .addEdge("research", END)
      .compile({ checkpointer: new MemorySaver() });
    const events: ContextEvent[] = [];
    for await (const [, chunk] of await graph.stream(goal, { ...config, streamMode: "custom", subgraphs: true }))
      if (isContextEvent(chunk)) events.push(chunk);
    const summarized = events.filter((event) => event.type === "context.summarized");
    expect(summarized.length).toBeGreaterThan(0);
    expect(
      summarized.every(({ namespace }) => namespace?.startsWith("research") === true && !namespace.includes(":")),
    ).toBe(true);
    const reports = events.filter((event) => event.type === "context.budget");
    expect(reports.every(({ budget }) => budget.freeTokens >= 0)).toBe(true);
  });
});

describe("an interrupted agent", () => {
  it("goes on with the same summary after a person has approved the call", async () => {
    const model = fakeModel();
    for (let index = 0; index < 8; index++) model.respond(asks(index, 200));
    model.respond(new AIMessage("done"));
    // LangChain's declaration of its own middleware does not hold under exactOptionalPropertyTypes.
    const approval: unknown = humanInTheLoopMiddleware({ interruptOn: { read: true } } as never);
    const agent = createAgent({
      model,
      tools: [read],
      checkpointer: new MemorySaver(),
      middleware: [approval as AgentMiddleware, contextBudgetMiddleware(base)],
    });
    let state: { readonly __interrupt__?: unknown } = await agent.invoke(goal, config);
    for (let index = 0; index < 8; index++) {
      expect(state.__interrupt__).toBeDefined();
      state = await agent.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), config);
    }
    const summaries = model.calls.map(({ messages }) => messages.find(({ text }) => text.startsWith("<earlier"))?.text);
    expect(new Set(summaries.filter((text) => text !== undefined)).size).toBeGreaterThan(0);
    expect(model.callCount).toBe(9);
  });
});

describe("structured output", () => {
  it.each([
    ["by a tool", toolStrategy(z.object({ answer: z.string() }).meta({ title: "answer" })), true],
    ["by the provider", providerStrategy(z.object({ answer: z.string() })), false],
  ])("arrives %s behind a summary", async (_how, responseFormat, byTool) => {
    const reports: BudgetReport[] = [];
    const model = fakeModel();
    for (let index = 0; index < 8; index++) model.respond(asks(index, 200));
    const answer = { answer: "four" };
    model.respond(
      byTool
        ? new AIMessage({ content: "", tool_calls: [{ name: "answer", args: answer, id: "call_answer" }] })
        : new AIMessage(JSON.stringify(answer)),
    );
    const agent = createAgent({
      model,
      tools: [read],
      responseFormat: responseFormat as ReturnType<typeof toolStrategy>,
      middleware: [contextBudgetMiddleware({ ...base, onBudget: (report) => reports.push(report) })],
    });
    const { structuredResponse } = await agent.invoke(goal, config);
    expect(structuredResponse).toEqual(answer);
    expect(model.callCount).toBe(9);
    expect(reports.at(-1)?.action).toMatchObject({ kind: "shortened" });
  });
});
