import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { END, interrupt, MemorySaver, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { wordCounter } from "@plimsoll/core/testing";
import { type BudgetReport, contextBudgetState, requestCompaction } from "@plimsoll/langgraph";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { contextBudgetMiddleware } from "./index.ts";

const ask = tool(() => String(interrupt("may I?")), { name: "ask", description: "Asks.", schema: z.object({}) });
const goal = () => ({ messages: [new HumanMessage("goal")] });
const config = { configurable: { thread_id: "one" } };

/** An agent whose model answers as given, with a context of its own. */
function agentThatSays(...answers: readonly (AIMessage | Error)[]) {
  const model = fakeModel();
  for (const answer of answers) model.respond(answer);
  const reports: BudgetReport[] = [];
  const budget = contextBudgetMiddleware({
    contextWindow: 4_000,
    tokenCounter: wordCounter,
    compaction: "manual",
    onBudget: (report) => void reports.push(report),
  });
  const agent = createAgent({
    model,
    tools: [ask],
    contextSchema: z.object({ user: z.string().optional() }),
    checkpointer: new MemorySaver(),
    middleware: [budget],
  });
  const requests = () => reports.map(({ plan }) => plan?.kind === "hold" && plan.manualRequest);
  return { agent, requests };
}

describe("a request for compaction", () => {
  it("stands beside the agent's own context, which may as well be missing", async () => {
    const { agent, requests } = agentThatSays(new AIMessage("one"), new AIMessage("two"), new AIMessage("three"));
    await agent.invoke(goal(), { ...config, context: { user: "ada", compactContext: true } });
    await agent.invoke(goal(), { ...config, context: { user: "ada" } });
    await agent.invoke(goal(), config);
    expect(requests()).toEqual([true, false, false]);
  });

  it("is used up by the next call of the thread, also where that holds, and adds no message", async () => {
    const { agent, requests } = agentThatSays(new AIMessage("one"), new AIMessage("two"), new AIMessage("three"));
    await agent.invoke(goal(), config);
    await requestCompaction(agent, config);
    await agent.invoke(goal(), config);
    const { messages } = await agent.invoke(goal(), config);
    expect(requests()).toEqual([false, true, false]);
    expect(messages).toHaveLength(6);
  });

  it("is refused while the thread waits for an answer, with the way that is left", async () => {
    const { agent } = agentThatSays(
      new AIMessage({ content: "", tool_calls: [{ name: "ask", args: {}, id: "call_1" }] }),
    );
    await agent.invoke(goal(), config);
    await expect(requestCompaction(agent, config)).rejects.toThrow(
      /thread "one" is in the middle of a run \(next: tools\).*compactContext: true/,
    );
  });

  it("is refused after a run that failed, which is to be continued first", async () => {
    const { agent } = agentThatSays(new Error("no connection"));
    await expect(agent.invoke(goal(), config)).rejects.toThrow("no connection");
    await expect(requestCompaction(agent, config)).rejects.toThrow(/next: model_request/);
  });

  it("leaves a thread idle whose last node could lead on", async () => {
    let leadsOn = false;
    const graph = new StateGraph(new StateSchema({ messages: MessagesValue, ...contextBudgetState }))
      .addNode("model", () => ({ messages: [new AIMessage("one")] }))
      .addEdge(START, "model")
      .addConditionalEdges("model", () => (leadsOn ? "model" : END), ["model", END])
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(goal(), config);
    leadsOn = true;
    await requestCompaction(graph, config);
    const { next, values } = await graph.getState(config);
    expect(next).toEqual([]);
    expect(values).toMatchObject({ _contextBudget: { compactionRequested: true } });
  });

  it("is refused for a graph that ended in several nodes at once", async () => {
    const graph = new StateGraph(new StateSchema({ messages: MessagesValue, ...contextBudgetState }))
      .addNode("one", () => ({}))
      .addNode("two", () => ({}))
      .addEdge(START, "one")
      .addEdge(START, "two")
      .addEdge("one", END)
      .addEdge("two", END)
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(goal(), config);
    await expect(requestCompaction(graph, config)).rejects.toThrow(/invalid_request.*several nodes at once/);
  });
});
